import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSource } from "../../src/config/parse/parse-source.js";
import { toData } from "../../src/config/parse/to-data.js";
import { formatConfig } from "../../src/config/print/format-config.js";

const format = (text: string) => formatConfig(text, "orgform.yaml").text;

const SHAPED = `
# yaml-language-server: $schema=x.json
version:   1   # the only one
organization: {id: org_1,   name: "Northwind"}
x-common:  &common
      region:   west     # kept


      tier: 1.50
workspaces:
    # about w
    w:
        attributes: { region: {data_type: string} , tier: {data_type: number}}
        groups:
            'Sales: West':   # why
              values: {<<: *common, when: 2026-03-31, big: 123456789012345678901234567890, hex: 0x10}
              # before members
              members:
              - ada@northwind.example    # ada
              - bob@northwind.example

              - "eve@northwind.example"
            Other: &other
              values:
                note: |
                    kept
                      as it is
                long: >-
                    folded
                    text
                plain: over
                  two lines
            Third: *other
# the end
`;

/** What the text means to orgform; `undefined` where it is no YAML. */
function meaning(text: string): string | undefined {
  const parsed = parseSource({ filename: "a", text });
  if (!("root" in parsed)) return undefined;
  const { data, findings } = toData(parsed, (t) => ({ text: t, problems: [] }));
  return JSON.stringify([data, findings.map((f) => f.code)]);
}

describe("formatConfig", () => {
  it("indents by two and keeps comments, anchors, order, blank lines and scalars", () => {
    expect(format(SHAPED)).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=x.json
      version: 1 # the only one
      organization: {id: org_1, name: "Northwind"}
      x-common: &common
        region: west # kept

        tier: 1.50
      workspaces:
        # about w
        w:
          attributes: {region: {data_type: string}, tier: {data_type: number}}
          groups:
            'Sales: West':
              # why
              values: {<<: *common, when: 2026-03-31, big: 123456789012345678901234567890, hex: 0x10}
              # before members
              members:
                - ada@northwind.example # ada
                - bob@northwind.example

                - "eve@northwind.example"
            Other: &other
              values:
                note: |
                  kept
                    as it is
                long: >-
                  folded text
                plain: over two lines
            Third: *other

      # the end
      "
    `);
  });

  it("gives a broken file back as it is, with what is wrong", () => {
    const { text, diagnostics } = formatConfig("a: [1", "orgform.yaml");
    expect(text).toBe("a: [1");
    expect(diagnostics.map((d) => d.code)).toEqual(["yaml-syntax"]);
  });

  it("does not mind an alias without an anchor", () => {
    expect(format("a:   *nowhere")).toBe("a: *nowhere\n");
  });

  it.each([
    "&a\n# c\nversion: 1\n",
    "# c\n&a\nversion: 1\n",
    "&a # c\nversion: 1\n",
    "&a\n# c\n\n# d\nversion: 1\n",
    "# x\n\n&a\n# c\nversion: 1\n",
  ])("prints a comment beside an anchor at the top at its place: %j", (text) => {
    const { text: formatted, diagnostics } = formatConfig(text, "orgform.yaml");
    expect(diagnostics).toEqual([]);
    expect(formatted).toContain("# c");
    expect(meaning(formatted)).toBe(meaning(text));
    expect(format(formatted)).toBe(formatted);
  });

  it.each(["a: |- # nothing yet\nb: 1\n", "a: > # nothing yet\nb: 1\n", "a: {} # one\u2028two\n"])(
    "leaves what it cannot print as it means: %j",
    (text) => {
      const { text: formatted, diagnostics } = formatConfig(text, "orgform.yaml");
      if (diagnostics.length > 0) expect(formatted).toBe(text);
      else expect(formatConfig(formatted, "orgform.yaml").text).toBe(formatted);
      expect(meaning(formatted)).toBe(meaning(text));
    },
  );

  it("never changes what a file means, and a second time changes nothing", () => {
    const pieces = [
      "\n",
      "  ",
      " ",
      "#",
      "# c\n",
      ":",
      ": ",
      "- ",
      "\n- ",
      "{",
      "}",
      "[",
      "]",
      ",",
      "&a ",
      "*a",
      "'",
      '"',
      "|\n",
      ">\n",
      "?",
      "~",
      "!!str ",
      "\t",
      "\r\n",
      "é",
      "a",
      "0",
    ];
    const edit = fc.record({
      at: fc.nat(SHAPED.length),
      remove: fc.nat(6),
      insert: fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 6 }), (edits) => {
        const text = edits.reduce(
          (t, e) => t.slice(0, e.at) + e.insert.join("") + t.slice(e.at + e.remove),
          SHAPED,
        );
        const before = meaning(text);
        const { text: formatted, diagnostics } = formatConfig(text, "orgform.yaml");
        expect(diagnostics.length > 0).toBe(before === undefined);
        expect(meaning(formatted)).toBe(before);
        expect(format(formatted)).toBe(formatted);
      }),
      { seed: 20, numRuns: 200 },
    );
  });
});
