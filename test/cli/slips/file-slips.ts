/** A sound file; each slip below changes one thing in it. */
export const SOUND_FILE = `version: 1
organization: {id: org_123, name: Northwind}
service: {region: eu}
variables:
  env: {default: prod}
protect: ["northwind/groups/All Users/**"]
limits: {delete: {count: 20, percent: 25}, access: {opened: 0}}
templates:
  standard:
    attributes:
      region: {data_type: string, label: Region, required: true, deny: no-access}
workspaces:
  northwind:
    extends: [standard]
    attributes:
      renewal_date: {data_type: date, label: Renewal date}
    groups:
      All Users:
        values: {region: no-access}
      Sales West:
        precedence: 20
        values: {region: west, renewal_date: 2026-03-31}
        members: [ada@northwind.example, bob@northwind.example]
      Sales East:
        precedence: 10
        values:
          region: east
        members:
          - cleo@northwind.example
    members:
      ada@northwind.example: {role: explore}
      bob@northwind.example: {role: view, values: {region: emea}}
      cleo@northwind.example: {}
expect:
  - {workspace: northwind, member: ada@northwind.example, attribute: region, is: west}
checks: {mfa: warn, email_domains: [northwind.example]}
`;

/** What somebody wrote, and what the first finding says: its place, its title and the way out. */
export interface FileSlip {
  readonly what: string;
  /** Texts of the sound file, each with what stands in its place. */
  readonly changes: readonly (readonly [written: string, instead: string])[];
  readonly at: string;
  readonly says: RegExp;
}

/** A reference to a variable, as it stands in a file. */
const REFERENCE = "$".concat("{var.env}");

const slip = (
  what: string,
  written: string,
  instead: string,
  at: string,
  says: RegExp,
  ...more: readonly (readonly [string, string])[]
): FileSlip => ({ what, changes: [[written, instead], ...more], at, says });

const EAST = "          region: east\n";
const EAST_MEMBERS = "        members:\n          - cleo@northwind.example\n";
const PEOPLE =
  "      ada@northwind.example: {role: explore}\n      bob@northwind.example: {role: view, values: {region: emea}}\n      cleo@northwind.example: {}\n";
const WEST_KEYS =
  "        precedence: 20\n        values: {region: west, renewal_date: 2026-03-31}\n        members: [ada@northwind.example, bob@northwind.example]\n";
const ORDER = "    precedence_order: ";

const outdented = (text: string): string => text.replace(/^ {2}/gm, "");
const indented = (text: string): string => text.replace(/^/gm, "  ").trimEnd();
const GROUPS = SOUND_FILE.slice(
  SOUND_FILE.indexOf("    groups:\n"),
  SOUND_FILE.indexOf("    members:\n      ada"),
);

/** Slips in the file: the form of YAML, the depth, the keys, the values, and names that lead nowhere. */
export const FILE_SLIPS: readonly FileSlip[] = [
  // The form of YAML.
  slip(
    "a tab",
    "        precedence: 10",
    "\tprecedence: 10",
    "25:1",
    /^Line 25 is indented with a tab \| .*Write spaces/,
  ),
  slip(
    "tabs in a whole group",
    WEST_KEYS,
    WEST_KEYS.replaceAll("        ", "\t\t"),
    "21:1",
    /^Lines 21, 22 and 23 are indented with tabs/,
  ),
  slip(
    "no colon after a key",
    "precedence: 10",
    "precedence 10",
    "25:9",
    /lacks the colon .* `precedence: 10`/,
  ),
  slip("no colon after a name", "Sales East:", "Sales East", "24:7", /lacks the colon .* `Sales East:`/),
  slip("no colon at the top", "workspaces:", "workspaces", "12:1", /lacks the colon .* `workspaces:`/),
  slip(
    "no blank after the colon",
    "precedence: 10",
    "precedence:10",
    "25:9",
    /no space after its colon .* `precedence: 10`/,
  ),
  slip(
    "no blank after the colon in braces",
    "{region: eu}",
    "{region:eu}",
    "3:11",
    /`region: eu`, with a space/,
  ),
  slip(
    "an equals sign",
    "precedence: 10",
    "precedence = 10",
    "25:9",
    /has = where a colon belongs .* `precedence: 10`/,
  ),
  slip("curly quotes", "region: east", "region: “east”", "27:19", /curly quote \(“\).* Write "east"/),
  slip(
    "curly quotes around a comma",
    "{region: west,",
    "{region: “west, east”,",
    "22:26",
    /curly quote.* Write "west, east"/,
  ),
  slip(
    "a curly quote at the end",
    "region: east",
    'region: "east”',
    "27:19",
    /never closed \| .*curly quote ”/,
  ),
  slip(
    "no-break spaces before three lines",
    "        precedence: 10\n        values:\n          region",
    "\u00a0".repeat(8) +
      "precedence: 10\n" +
      "\u00a0".repeat(8) +
      "values:\n" +
      "\u00a0".repeat(10) +
      "region",
    "25:1",
    /^Lines 25, 26 and 27 begin with a special space .* Replace all/,
  ),
  slip(
    "a no-break space after the colon",
    "precedence: 10",
    "precedence:\u00a010",
    "25:20",
    /special space after its colon/,
  ),
  slip(
    "a quote that is not closed",
    "name: Northwind}",
    'name: "Northwind}',
    "2:35",
    /The " of line 2 is never closed/,
  ),
  slip(
    "a bracket that is not closed",
    "bob@northwind.example]",
    "bob@northwind.example",
    "23:18",
    /The \[ of line 23 is never closed/,
  ),
  slip(
    "a brace that is not closed",
    "2026-03-31}",
    "2026-03-31",
    "22:17",
    /The { of line 22 is never closed/,
  ),
  slip(
    "a bracket too many",
    "bob@northwind.example]",
    "bob@northwind.example]]",
    "23:64",
    /The \] of line 23 closes nothing/,
  ),
  slip(
    "no comma in braces",
    "date, label: Ren",
    "date label: Ren",
    "16:33",
    /A comma is missing before "label"/,
  ),
  slip("no comma between addresses", "example, bob@", "example bob@", "23:19", /Put each into an entry/),
  slip(
    "a comma in text in braces",
    "{region: west,",
    "{region: west, east,",
    "22:32",
    /write `region: "west, east"`/,
  ),
  slip("a colon in text", "Renewal date", "Renewal: date", "16:46", /needs quotes .* label: "Renewal: date"/),
  slip(
    "a hash in text",
    "label: Renewal date",
    "label: #Renewal date",
    "16:21",
    /What follows # in that line is a comment/,
  ),
  slip(
    "an at sign first",
    "label: Region",
    "label: @Region",
    "11:42",
    /needs? quotes|without quotes .*"@Region"/,
  ),
  slip(
    "a star for everything",
    "region: east",
    "region: *",
    "27:19",
    /cannot begin with "\*" without quotes .* "\*"/,
  ),
  slip(
    "a backslash in quotes",
    "label: Renewal date",
    'label: "C:\\data"',
    "16:49",
    /backslash begins an escape. Write it twice/,
  ),
  slip(
    "the marks of a merge",
    "        precedence: 10\n",
    "<<<<<<< HEAD\n        precedence: 10\n=======\n        precedence: 12\n>>>>>>> theirs\n",
    "25:1",
    /mark of a merge .* Keep one of the two/,
  ),
  slip(
    "a comment of another language",
    "workspaces:",
    "// all of them\nworkspaces:",
    "12:1",
    /A comment of YAML begins with #/,
  ),
  slip(
    "braces of another tool for a variable",
    "label: Region",
    "label: {{env}}",
    "11:42",
    /written "\${var\.env}"/,
  ),
  slip(
    "a variable without quotes in braces",
    "label: Region",
    `label: ${REFERENCE}`,
    "11:42",
    /without quotes here .* in quotes/,
  ),
  slip("two documents", "workspaces:\n", "---\nworkspaces:\n", "12:1", /A second document .* its own file/),
  slip(
    "an apostrophe in single quotes",
    "label: Region",
    "label: 'Ada's region'",
    "11:46",
    /The ' in line 11 ends the text, .* double quotes/,
  ),
  slip("a comma in a number in braces", "2026-03-31}", "1,50}", "22:48", /write `renewal_date: "1, 50"`/, [
    "data_type: date",
    "data_type: number",
  ]),
  // The depth.
  slip(
    "a key among the rules",
    "checks:",
    "    checks:",
    "36:1",
    /Line 36 is as deep as the items of the list of line 34, .* indent it by 0/,
  ),
  slip(
    "groups two too far",
    "    groups:\n",
    "      groups:\n",
    "17:7",
    /"groups" is inside "attributes" of line 15, and belongs beside it .* Indent it by 4/,
  ),
  slip(
    "groups and all below too far",
    GROUPS,
    `${indented(GROUPS)}\n`,
    "17:7",
    /"groups" is inside "attributes" of line 15/,
  ),
  slip(
    "groups not far enough",
    "    groups:\n",
    "  groups:\n",
    "17:1",
    /Line 17 is indented by 2, and belongs beside lines 15 and 30/,
  ),
  slip(
    "a group's keys beside it",
    WEST_KEYS,
    outdented(WEST_KEYS),
    "21:7",
    /"precedence" is beside "Sales West" of line 20, and belongs in it .* by 8/,
  ),
  slip(
    "a workspace at the top",
    "  northwind:\n",
    "northwind:\n",
    "13:1",
    /"northwind" is beside "workspaces" of line 12, and belongs in it/,
  ),
  slip(
    "a value beside values",
    EAST,
    EAST.replace("  ", ""),
    "27:9",
    /"region" is beside "values" of line 26/,
  ),
  slip(
    "one blank too many",
    "        precedence: 10",
    "         precedence: 10",
    "26:1",
    /indented by 8, line 25 above it by 9/,
  ),
  slip("a dash too many", "        precedence: 10", "      - precedence: 10", "24:7", /Take the dash away/, [
    `        values:\n${EAST}${EAST_MEMBERS}`,
    "",
  ]),
  // Keys.
  slip(
    "a letter too many in a key",
    "precedence: 10",
    "precedennce: 10",
    "25:9",
    /Did you mean "precedence"/,
  ),
  slip("priority", "precedence: 10", "priority: 10", "25:9", /Did you mean "precedence"/),
  slip("type", "{data_type: date", "{type: date", "16:22", /Unknown key "type" .* Did you mean "data_type"/),
  slip(
    "users",
    "        members:\n          - cleo",
    "        users:\n          - cleo",
    "28:9",
    /Did you mean "members"/,
  ),
  slip(
    "attributes of a group",
    "        values:\n",
    "        attributes:\n",
    "26:9",
    /Did you mean "values"/,
  ),
  slip("organisation", "organization:", "organisation:", "2:1", /Did you mean "organization"/),
  slip(
    "a key twice",
    "precedence: 10",
    "precedence: 10\n        precedence: 12",
    "26:9",
    /here a second time .* Keep one/,
  ),
  slip(
    "two mappings taken over",
    "precedence: 10",
    "<<: {precedence: 10}\n        <<: {values: {}}",
    "26:9",
    /here a second time .* write `<<: \[\*one, \*two\]`/,
  ),
  slip(
    "a key of a list, of which others know names",
    "    groups:\n      All Users:\n        values: {region: no-access}\n      S",
    `${ORDER}[Sales West, Sales East]\n    group:\n      All Users:\n        values: {region: no-access}\n      S`,
    "18:5",
    /Unknown key "group" in "northwind"/,
  ),
  slip(
    "a key of the list that is exact",
    "    attributes:\n      renewal_date",
    "    exact: {attributes: true}\n    atributes:\n      renewal_date",
    "15:5",
    /Unknown key "atributes"/,
    ["    extends: [standard]\n", ""],
  ),
  ...(
    [
      ["member: ada@northwind.example, attribute: region, is: west", "attribute: region, nevr: [west]", 47],
      [
        "member: ada@northwind.example, attribute: region, is: west",
        "dat: [model:m], only_groups: [Sales West]",
        28,
      ],
      ["member: ada@northwind.example, attribute: region, is: west", "role: [admin], only_members: []", 28],
    ] as const
  ).map(([written, instead, column]) =>
    slip(
      "the key that tells the kind of a rule",
      written,
      instead,
      `35:${column}`,
      /Unknown key "\w+" in item 1/,
    ),
  ),
  slip(
    "the key that a check needs",
    "email_domains: [northwind.example]",
    "email_domains: {alowed: [northwind.example]}",
    "36:37",
    /Unknown key "alowed"/,
  ),
  slip("no version", "version: 1\n", "", "1:1", /lacks "version" \| Add `version: 1`/),
  // Values.
  slip(
    "a region that is none",
    "{region: eu}",
    "{region: uk}",
    "3:19",
    /^"region" cannot be "uk" \| The region that hosts.* an administrator of the organization knows it\. Allowed: "us", "eu"\./,
  ),
  slip("a service in short", "service: {region: eu}", "service: eu", "3:10", /Write `service: {region: eu}`/),
  slip("the data type text", "data_type: string", "data_type: text", "11:27", /Did you mean "string"/),
  slip("the role viewer", "role: view,", "role: viewer,", "32:37", /Did you mean "view"/),
  slip(
    "a role of another tool",
    "role: view,",
    "role: editor,",
    "32:37",
    /Allowed: "organization_admin", "admin", "develop"/,
  ),
  slip(
    "a list for a value",
    "{region: west,",
    "{region: [west, east],",
    "22:26",
    /Write `region: "west, east"`/,
  ),
  slip(
    "nothing after the colon",
    EAST_MEMBERS,
    "        members:\n",
    "28:9",
    /"members" has no value .* write `\[\]`.* remove the line/,
  ),
  slip("a number in quotes", "precedence: 10", 'precedence: "10"', "25:21", /Write `precedence: 10`/),
  slip("precedence 0", "precedence: 10", "precedence: 0", "25:21", /The least is 1/),
  slip("yes", "required: true", "required: yes", "11:60", /Write `required: true`/),
  slip("a date of another country", "2026-03-31", "31.03.2026", "22:46", /is not a date.*YYYY-MM-DD/),
  slip(
    "text for a list",
    "extends: [standard]",
    "extends: standard",
    "14:14",
    /Write `extends: \[standard\]`/,
  ),
  slip(
    "a list of names",
    PEOPLE,
    "      - ada@northwind.example\n",
    "30:5",
    /as a key, without the dash: `ada@northwind\.example: {}`/,
  ),
  slip(
    "a name beside an address",
    "- cleo@northwind.example",
    "- Cleo <cleo@northwind.example>",
    "29:13",
    /Write `cleo@northwind\.example`/,
  ),
  // Names that lead nowhere.
  slip(
    "a typo of an attribute",
    EAST,
    "          regoin: east\n",
    "27:11",
    /No attribute "regoin" is declared \| Did you mean "region"/,
  ),
  slip(
    "a typo of an attribute, all of them listed",
    EAST,
    "          regoin: east\n",
    "27:11",
    /has no attribute "regoin", and lists all of them.* Did you mean "region"/,
    ["expect:", "    exact: {attributes: true}\nexpect:"],
  ),
  slip(
    "a group to be deleted in the order",
    "      Sales East:",
    "      Old: {state: absent}\n      Sales East:",
    "29:48",
    /"Old" has `state: absent` \| .*Take it out of the order/,
    ["        precedence: 20\n", ""],
    ["        precedence: 10\n", ""],

    ["    members:\n      ada", `${ORDER}[Sales West, Sales East, Old]\n    members:\n      ada`],
  ),
];
