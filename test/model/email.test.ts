import fc from "fast-check";
import { describe, expect, it } from "vitest";
import schema from "../../schemas/orgform.schema.json" with { type: "json" };
import { canonicalDomain, canonicalEmail, emailAdvice, isEmail } from "../../src/model/email.js";

const ADDRESSES = [
  "ada@northwind.example",
  "Ada.Byron@Sales.Northwind.example",
  "ada+sales@northwind.example",
  "o'brien@northwind.example",
  "ada_b-c@north-wind.example",
  "_svc@northwind.example",
  "1@1and1.example",
  "a@b.c",
  "иван@пример.example",
  "jürgen@münchen.example",
  "ju\u0308rgen@mu\u0308nchen.example",
  "dan@xn--mnchen-3ya.example",
  "田中@例え.jp",
  `${"a".repeat(64)}@northwind.example`,
];

/** What somebody may write in the place of an address, with the address that is offered instead. */
const SLIPS: readonly (readonly [text: string, meant?: string | undefined])[] = [
  ["mailto:ada@northwind.example", "ada@northwind.example"],
  ["MAILTO:ada@northwind.example?subject=x", "ada@northwind.example"],
  ["<ada@northwind.example>", "ada@northwind.example"],
  ["Ada Byron <ada@northwind.example>", "ada@northwind.example"],
  ['"ada@northwind.example"', "ada@northwind.example"],
  ["'ada@northwind.example", "ada@northwind.example"],
  ["'ada@northwind.example'", "ada@northwind.example"],
  ["=ada@northwind.example", "ada@northwind.example"],
  ["ada@northwind.example>", "ada@northwind.example"],
  ["ada@northwind.example)", "ada@northwind.example"],
  ["[ada@northwind.example](mailto:ada@northwind.example)", "ada@northwind.example"],
  ["ada@northwind.example?subject=x", "ada@northwind.example"],
  ["ada@northwind.example#EXT#", "ada@northwind.example"],
  ["ada@northwind.example.", "ada@northwind.example"],
  ["ada@northwind.example:", "ada@northwind.example"],
  ["ada @northwind.example", "ada@northwind.example"],
  ["ada@ northwind .example", "ada@northwind.example"],
  [".ada@northwind.example", "ada@northwind.example"],
  ["ada@northwind.example\u00a0", "ada@northwind.example"],
  ["ada@northwind.example\u200b", "ada@northwind.example"],
  ["a\u00adda@northwind.example", "ada@northwind.example"],
  ["\u2060ada@northwind.example", "ada@northwind.example"],
  ["ada@north\u200dwind.example", "ada@northwind.example"],
  ["ada\u200e@northwind.example", "ada@northwind.example"],
  ["\ufeffada@northwind.example", "ada@northwind.example"],
  ["ada\u{e0041}@northwind.example", "ada@northwind.example"],
  ["ada\u3164@northwind.example", "ada@northwind.example"],
  ["ada\ufe0f@northwind.example", "ada@northwind.example"],
  ["\uff41da@northwind.example", "ada@northwind.example"],
  ["ada\uff20northwind.example", "ada@northwind.example"],
  ["ada@\uff4eorthwind.example", "ada@northwind.example"],
  ["\u{1d41a}da@northwind.example", "ada@northwind.example"],
  ["\u00aada@northwind.example", "ada@northwind.example"],
  ["ada..l@northwind.example"],
  ["ada.@northwind.example"],
  ["ada@northwind..example"],
  ["ada@.northwind.example"],
  ["ada@north/wind.example"],
  ["ada@-northwind.example"],
  ["ada@northwind-.example"],
  ["ada@northwind_example.com"],
  ["ada@northwind"],
  ["ada@10.0.0.1"],
  ["ada@[10.0.0.1].x"],
  ["ada@[10.0.0.1]"],
  ["ada:bob@northwind.example"],
  ["ada|bob@northwind.example"],
  ["ada[at]@northwind.example"],
  ["ada\\@northwind.example"],
  ["ada@bob@northwind.example"],
  ["@northwind.example"],
  ["ada@"],
  ["ada"],
  [""],
  [`${"a".repeat(65)}@northwind.example`],
  [`ada@${"a".repeat(64)}.example`],
  // A directory's name of a guest is nobody's mailbox.
  ["eve_gmail.example#EXT#@northwind.onmicrosoft.com", "eve@gmail.example"],
  ["e.v_e_gmail.example#ext#@northwind.example", "e.v_e@gmail.example"],
  [`ada@${"abcdefgh.".repeat(30)}example`],
];

describe("isEmail", () => {
  it.each(ADDRESSES)("takes %s", (text) => {
    expect([isEmail(text), emailAdvice(text)]).toEqual([true, ""]);
  });

  it.each(SLIPS)("refuses %j and offers %j", (text = "", meant = undefined) => {
    expect(isEmail(text)).toBe(false);
    expect(emailAdvice(text).match(/Write `(.*)`/)?.[1]).toBe(meant);
  });

  it.each(ADDRESSES)("is stricter than the schema's plain pattern, which takes %s as well", (text) => {
    expect(text).toMatch(new RegExp(schema.$defs.email.pattern));
  });
});

describe("emailAdvice", () => {
  it.each([
    ["ada@northwind.example\u200b", "It holds U+200B, which nobody can see. Write `ada@northwind.example`."],
    ["\uff41da@northwind.example", 'It holds U+FF41 in the place of "a". Write `ada@northwind.example`.'],
    [
      "a@b.example, c@d.example",
      "These are 2 addresses: `a@b.example`, `c@d.example`. Put each into an entry or a row of its own.",
    ],
  ])("on %j", (text, advice) => {
    expect(emailAdvice(text)).toBe(advice);
  });
});

describe("canonicalEmail", () => {
  it.each([
    ["Ada@Northwind.example", "ada@northwind.example"],
    ["dan@M\u00dcNCHEN.example", "dan@xn--mnchen-3ya.example"],
    ["dan@mu\u0308nchen.example", "dan@XN--Mnchen-3ya.example"],
    ["dan@stra\u00dfe.example", "dan@xn--strae-oqa.example"],
  ])("is the same for %s and %s", (one, other) => {
    expect(canonicalEmail(one)).toBe(canonicalEmail(other));
  });

  it.each([
    ["dan@stra\u00dfe.example", "dan@strasse.example"],
    ["dan@a\u00adb.example", "dan@ab.example"],
    ["dan@\u00fc/b.example", "dan@\u00fc.example"],
    ["d\u00e4n@n.example", "dan@n.example"],
  ])("tells %j from %j", (one, other) => {
    expect(canonicalEmail(one)).not.toBe(canonicalEmail(other));
  });

  it("is its own canonical form, and its domain's is that of the domain", () => {
    const part = fc.string({
      unit: fc.constantFrom(
        "a",
        "Z",
        "\u00fc",
        "u\u0308",
        "\u00df",
        ".",
        "-",
        "xn--",
        "3",
        "\u0130",
        "/",
        " ",
      ),
    });
    fc.assert(
      fc.property(part, part, (local, host) => {
        const once = canonicalEmail(`${local}@${host}`);
        expect(canonicalEmail(once)).toBe(once);
        if (once === once.trim() && !host.endsWith(" "))
          expect(once.endsWith(`@${canonicalDomain(host)}`)).toBe(true);
      }),
      { seed: 1, numRuns: 1000 },
    );
  });
});
