import { describe, expect, it } from "vitest";
import { readTexts } from "../support/model.js";

/**
 * What the engine's YAML reader (ruamel.yaml 0.17.21, told to read YAML 1.1) answered: the file is read, refused, or read
 * in a way that orgform only knows to be another one.
 */
const MODEL = "type: model\nname: m\nconnection: c\n";
const VIEW = "type: view\nname: v\nmodel_name: m\nfields: []\n";

function answerTo(...texts: readonly string[]): string {
  const { refused, complete, diagnostics } = readTexts(...texts);
  const isUnread = diagnostics.some(({ code }) => code === "model-unread");
  return refused ? "refused" : isUnread && !complete ? "unread" : "read";
}

describe("a file is read as the engine's reader reads it", () => {
  it.each([
    ["a: b # c\td\n", "read"],
    ["a: 'x\ty'\n", "read"],
    ["a: |\n  x\ty\n", "read"],
    ["a: | # c\t\n  x\n", "read"],
    ["#\tc\na: b\n", "read"],
    ["a: b\t\n", "refused"],
    ["a: b\t# c\n", "refused"],
    ["a: |\n  x\n\t\n  y\n", "refused"],
    ["a: b\n\t\nc: d\n", "refused"],
    ["a: [b,\tc]\n", "refused"],
    ['a: "x"\t\n', "refused"],
    ["a: >\t\n  x\n", "refused"],
    ["a: b\n\t# c\n", "refused"],
    ["a: b\n  \tc\n", "refused"],
  ])("tabs: %j", (text, answer) => {
    expect(answerTo(MODEL + text)).toBe(answer);
  });

  it.each([
    ["? \n: b\n", "read"],
    ["? [a]\n: 1\n", "read"],
    ["!x a: 1\n", "read"],
    ["!!null a: 1\n", "read"],
    ["a: b?c\n", "read"],
    ["a: [ 'b?' ]\n", "read"],
    ["a: {b:c}\n", "read"],
    [" : x\n", "refused"],
    ["a:\n:  b\n", "refused"],
    ["a: {b: :c}\n", "refused"],
    ["a: {<<: b}\n", "refused"],
    ["a: {<<: {b: c}}\n", "read"],
    ["a: {: x}\n", "refused"],
    ["a: [b?]\n", "refused"],
    ["a: [b ?c]\n", "refused"],
    ["a: {b?: c}\n", "refused"],
    ["a: {b: c?d}\n", "refused"],
    ["a: *x\nb: &x 1\n", "refused"],
    ["zz: *nowhere\n", "refused"],
  ])("keys, brackets and aliases: %j", (text, answer) => {
    expect(answerTo(MODEL + text)).toBe(answer);
  });

  it.each([
    ["c: !!bool 'Y'\n", "read", "read"],
    ["c: !!null x\n", "read", "read"],
    ["c: !!str 2026-01-01\n", "read", "read"],
    ["c: ! 5\n", "read", "read"],
    ["c: !x {a: 1}\n", "read", "read"],
    ["c: !!omap [a: 1]\n", "read", "read"],
    ["c: !!int 0x10\n", "read", "read"],
    ["c: 2026-01-01\n", "read", "refused"],
    ["c: {d: [2026-01-01 10:00:00]}\n", "read", "refused"],
    ["c: {2026-01-01: d}\n", "read", "refused"],
    ["c: !!timestamp 2026-01-01\n", "read", "refused"],
    ["c: !!set {a}\n", "read", "refused"],
    ["c: !!binary aGk=\n", "read", "refused"],
    ["c: !x 5\n", "read", "refused"],
    ["? [a]\n: 1\n", "read", "refused"],
    ["c: !!timestamp x\n", "refused", "refused"],
    ["c: !!int 1.5\n", "refused", "refused"],
    ["c: !!int x\n", "refused", "refused"],
    ["c: !!bool c\n", "refused", "refused"],
  ])("values with tags, and dates, which a view cannot have: %j", (text, inModel, inView) => {
    expect([answerTo(MODEL + text), answerTo(MODEL, VIEW + text)]).toEqual([inModel, inView]);
  });

  it.each([
    ["a\u0007", "refused"],
    ["a\u007f", "refused"],
    ["a\u0091b", "refused"],
    ["a\rb", "unread"],
    ["a\u0085b", "unread"],
    ["# was:\rrequired_access_grants: [g]", "unread"],
    ["# was:\u2028required_access_grants: [g]", "unread"],
    ['"a\rb"', "read"],
    ["'a\u2028b'", "read"],
    ["a\r\n", "read"],
  ])("characters and ends of lines: %j", (text, answer) => {
    expect(answerTo(`${MODEL}label: ${text}\n`)).toBe(answer);
  });

  it.each([
    [`%YAML 1.1\n---\n${MODEL}`, "read"],
    [`# a comment\n%YAML 1.2\n---\n${MODEL}`, "unread"],
    [MODEL.replaceAll("\n", "\r"), "unread"],
  ])("whole files: %j", (text, answer) => {
    expect(answerTo(text)).toBe(answer);
  });
});

describe("a key about access that the engine does not read", () => {
  const keysIn = (text: string): readonly string[] =>
    readTexts(MODEL, text)
      .diagnostics.filter(({ code }) => code === "model-access-key")
      .map(
        ({ summary, range }) =>
          `${range?.start.line} ${summary.replace("The query engine does not read ", "")}`,
      );

  it.each([
    [
      `${VIEW}access_filter: [{field: v.a, user_attribute: b}]`,
      "5 `access_filter`; `access_filters` was probably meant",
    ],
    [
      `${VIEW}Required-Access-Grants: [g]`,
      "5 `Required-Access-Grants`; `required_access_grants` was probably meant",
    ],
    [`${VIEW}access_grants: [{name: g}]`, "5 `access_grants` here"],
    [`${VIEW}sets: [{name: s, required_access_grants: [g]}]`, "5 `required_access_grants` here"],
    [`${MODEL.replace("name: m", "name: n")}access_filters: [{field: v.a}]`, "4 `access_filters` here"],
    [
      `${MODEL.replace("name: m", "name: n")}explores: [{access_filters: [{field: a}]}]`,
      "4 `access_filters` here",
    ],
    [
      VIEW.replace("[]", "[{name: a, field_type: dimension, access_filters: [{field: v.a}]}]"),
      "4 `access_filters` here",
    ],
    [
      VIEW.replace("[]", "[{name: a, field_type: dimension, required_access_grant: [g]}]"),
      "4 `required_access_grant`; `required_access_grants` was probably meant",
    ],
    [
      "type: topic\nlabel: t\nmodel_name: m\nbase_view: v\nviews: {v: {required_access_grants: [g]}}",
      "5 `required_access_grants` here",
    ],
    [
      "type: topic\nlabel: t\nmodel_name: m\nbase_view: v\nviews: {v: {override_access_filter: true}}",
      "5 `override_access_filter`; `override_access_filters` was probably meant",
    ],
    [
      "type: dashboard\nname: d\nelements: [{required_access_grants: [g]}]",
      "3 `required_access_grants` here",
    ],
    [
      `${VIEW}access_filters: [{field: v.a, user_attribut: b}]`,
      "5 `user_attribut`; `user_attribute` was probably meant",
    ],
    [`${VIEW}user_attribute: b`, "5 `user_attribute` here"],
  ])("is a warning, with the key that was meant: %j", (text, said) => {
    expect(keysIn(text)).toEqual([said]);
  });

  it.each([
    `${VIEW}access_filters: []\nrequired_access_grants: []\naccess_grants:\n`,
    `${VIEW}extra: {access_filter: [a]}`,
    `${VIEW}filters: [a]\nattribute: b\ngrant: c`,
    "type: topic\nlabel: t\nmodel_name: m\nbase_view: v\nviews: {access_filter: {override_access_filters: true}}",
  ])("is none where nothing is guarded, or somebody's own key: %j", (text) => {
    expect(keysIn(text)).toEqual([]);
  });
});
