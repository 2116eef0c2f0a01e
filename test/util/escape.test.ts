import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  escapeHtml,
  escapeJson,
  escapeMarkdown,
  inertText,
  isolated,
  markdownCell,
  markdownCode,
  markdownFence,
  quoteCsv,
  visible,
  visibleName,
} from "../../src/util/escape.js";
import { hostileName } from "../report/fixtures/hostile.js";

const always = (holds: (name: string) => void): void =>
  fc.assert(
    fc.property(hostileName, (name) => holds(name)),
    { numRuns: 500 },
  );

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#8203;": "\u200b",
};
const decodeEntities = (text: string): string => text.replace(/&[#\w]+;/g, (e) => ENTITIES[e] ?? e);

describe("in a terminal", () => {
  test("nothing hidden is left, and what is left is not hidden twice", () => {
    always((name) => {
      for (const shown of [visible(name), visibleName(name)]) {
        expect(shown).not.toMatch(
          /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u00a0]/u,
        );
        expect(stripVTControlCharacters(shown)).toBe(shown);
        expect(visible(shown)).toBe(shown);
      }
    });
  });

  test("letters of every script, and emoji, stay as they are", () => {
    const names = ["Labor München", "営業 西", "Продажи", "مبيعات", "विक्रय", "Vertrieb ❤️"];
    for (const name of names) expect(visibleName(name)).toBe(name);
  });

  test("isolates stay around a text from right to left, and nowhere else", () => {
    const name = isolated(visible("צפון 12"));
    expect(name).toBe("\u2068צפון 12\u2069");
    expect(isolated(name)).toBe(name);
    expect(visible(`${name} → ${isolated("דרום")}`)).toBe("\u2068צפון 12\u2069 → \u2068דרום\u2069");
    expect(isolated("Labor München")).toBe("Labor München");
    for (const foreign of [
      "\u2068east\u2069",
      "\u2068צפון",
      "צפון\u2069",
      "\u2067צפון\u2069",
      "\u2068צפון\u202e\u2069",
    ])
      expect(visible(foreign)).not.toMatch(/[\u2066-\u2069\u202e]/);
    expect(inertText(name)).toBe("צפון 12");
  });

  test("what the eye would miss is shown by its code point", () => {
    expect(visibleName("\u202etxt.exe")).toBe("\\u{202e}txt.exe");
    expect(visibleName("Sales ")).toBe("Sales\\u{20}");
    expect(visibleName("a  b")).toBe("a \\u{20}b");
    expect(visibleName("a\u00a0b")).toBe("a\\u{a0}b");
    expect(visibleName("Sales\ufe0f")).toBe("Sales\\u{fe0f}");
    expect(visibleName("")).toBe('""');
  });

  test("a build server finds no command", () => {
    always((name) => {
      const shown = visible(name);
      expect(shown).not.toMatch(/(^|\s)::/);
      expect(shown).not.toMatch(/##\w*\[/);
    });
  });
});

describe("in Markdown", () => {
  test("prose keeps no syntax and nothing that becomes a mention, a reference or a link", () => {
    always((name) => {
      const shown = escapeMarkdown(name);
      const unescaped = shown.replace(/\\[!-/:-@[-`{-~]|&(amp|lt|gt|#8203);/g, "");
      expect(unescaped).not.toMatch(/[\\`*_[\]{}<>&!#|~$^@]/);
      expect(shown).not.toMatch(/^([-+=]|\d+[.)])/);
      const rendered = decodeEntities(shown.replace(/\\(.)/g, "$1"));
      expect(rendered).not.toMatch(/@\w|#\d|[a-z]-\d|:\/\/|\bwww\.|\b[0-9a-f]{7,40}\b/i);
    });
  });

  test("a code span ends where it should, also in a table", () => {
    always((name) => {
      const shown = markdownCell(name);
      expect(markdownCode(name.replaceAll("|", "\\u{7c}"))).toBe(shown);
      const ticks = /^`+/.exec(shown)?.[0] ?? "";
      const inner = shown.slice(ticks.length, -ticks.length);
      expect(shown.endsWith(ticks)).toBe(true);
      expect(inner.match(/`+/g)?.some((run) => run.length === ticks.length) ?? false).toBe(false);
      expect(inner).not.toMatch(/[|\n]/);
      expect(inner.trim() === "" || inner.trim() === visible(name).replaceAll("|", "\\u{7c}").trim()).toBe(
        true,
      );
    });
  });

  test("a code span shows a bar as it is, so that a command in it can be copied", () => {
    expect(markdownCode("--allow 'all-groups=Sales | EMEA'")).toBe("`--allow 'all-groups=Sales | EMEA'`");
  });

  test("no line closes its fence", () => {
    always((name) => {
      const [open = "", ...rest] = markdownFence([visible(name)]).split("\n");
      expect(rest).toHaveLength(2);
      expect(rest[0]).not.toContain(open);
    });
  });
});

test("HTML: text that a parser turns back into the visible name and nothing else", () => {
  always((name) => {
    const shown = escapeHtml(name);
    expect(shown).not.toMatch(/[<>"']/);
    expect(decodeEntities(shown)).toBe(visible(name));
  });
});

test("CSV: two texts are never one", () => {
  const text = fc.string({ unit: fc.constantFrom("'", "=", "-", "5", ";", " ", "a"), maxLength: 6 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      if (one !== other) expect(inertText(one)).not.toBe(inertText(other));
    }),
    { numRuns: 5_000 },
  );
});

const fieldOf = (text: string): string => quoteCsv(inertText(text));

test("CSV: one field, and no formula at its start or after a separator that a spreadsheet may use", () => {
  always((name) => {
    const inner = fieldOf(name).slice(1, -1);
    expect(inner.replaceAll('""', "")).not.toContain('"');
    if (!/^-\d/.test(inner)) expect(inner).not.toMatch(/(^|[;,]) *[=+\-@＝＋－＠]/);
  });
  expect(fieldOf("-1.50")).toBe('"-1.50"');
  expect(fieldOf("-1+2")).toBe(`"'-1+2"`);
});

test("JSON: the same value, and nothing hidden on the screen", () => {
  always((name) => {
    const shown = escapeJson(JSON.stringify({ [name]: name }));
    expect(shown).toBe(visible(shown).replaceAll("\\u{23}", "#").replaceAll("\\u{3a}", ":"));
    expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify({ [name]: name })));
  });
});
