import type { CompanySlip } from "./company.js";

const inFile = (
  what: string,
  written: string,
  instead: string,
  says: RegExp,
  more: Pick<CompanySlip, "line" | "exitCode"> = {},
): CompanySlip => ({ what, file: [[written, instead]], says, ...more });

const inList = (
  what: string,
  list: NonNullable<CompanySlip["list"]>,
  says: RegExp,
  more: Pick<CompanySlip, "file" | "line" | "exitCode"> = {},
): CompanySlip => ({ what, list, says, ...more });

/** A command line of several words, none of which has a blank. */
const typed = (line: string, says: RegExp, exitCode = 1): CompanySlip => ({
  what: line,
  line,
  says,
  exitCode,
});

const PLAN = { line: "plan --sandbox other.json" };

const DEUTSCHLAND =
  "      Deutschland:\n        values: {land: DE}\n        members:\n          where: {Land: DE}\n";
const TEXT = "$".concat("{each.l}");
const EACH = `      "Land ${TEXT}": {each: {l: [DE, AT]}, values: {land: "${TEXT}"}, members: {where: {Land: "${TEXT}"}}}\n`;

/** Slips in a file that takes its people from a list. */
const FILE_SLIPS: readonly CompanySlip[] = [
  inFile("value", "values: {land: DE}", "value: {land: DE}", /:25:9, .*Did you mean "values"/),
  inFile(
    "member",
    "members:\n          where: {Land: DE}",
    "member:\n          where: {Land: DE}",
    /Did you mean "members"/,
  ),
  inFile("organisation", "organization:", "organisation:", /Did you mean "organization"/),
  inFile(
    "a typo of an attribute",
    "values: {land: DE}",
    "values: {lnad: DE}",
    /"lnad" .*Did you mean "land"/,
    { exitCode: 0 },
  ),
  inFile(
    "a typo of an attribute, in a plan",
    "values: {land: DE}",
    "values: {lnad: DE}",
    /attribute lnad .*Did you mean "land"/,
    PLAN,
  ),
  inFile(
    "a column in small letters",
    "where: {Land: DE}",
    "where: {land: DE}",
    /no column "land" .*Did you mean "Land"/,
  ),
  inFile(
    "a text that nobody has",
    "where: {Land: DE}",
    "where: {Land: Deutschland}",
    /None of 6 rows of the list has "Deutschland" in column "Land" .*The column holds "DE", "FR"/,
    { exitCode: 0 },
  ),
  inFile(
    "one text of several that nobody has",
    "[Vertrieb, Controlling, Einkauf]",
    "[Vertrieb, Controling, Einkauf]",
    /has "Controling" in column "Abteilung" .*Did you mean "Controlling"/,
    { exitCode: 0 },
  ),
  inFile("a list for a value", "values: {land: DE}", "values: {land: [DE, FR]}", /Write `land: "DE, FR"`/),
  inFile("viewer", "role: view", "role: viewer", /Did you mean "view"/),
  inFile("text", "data_type: string", "data_type: text", /Did you mean "string"/),
  inFile("yes", "required: true", "required: yes", /Write `required: true`/),
  inFile(
    "a version of three numbers",
    "version: 1",
    "version: 1.0.0",
    /"version" cannot be "1\.0\.0" .*version 1/,
  ),
  inFile(
    "a group that the order leaves out",
    "[Controlling, Deutschland, Frankreich]",
    "[Controlling, Deutschland]",
    /"Frankreich" is not in `precedence_order`.* Add it to the order/,
    { exitCode: 0 },
  ),
  inFile(
    "a typo in the order",
    "[Controlling, Deutschland,",
    "[Controling, Deutschland,",
    /No group "Controling" .*Did you mean "Controlling"/,
  ),
  inFile(
    "a capital letter in a rule",
    "{workspace: vertrieb",
    "{workspace: Vertrieb",
    /"Vertrieb" .*Did you mean "vertrieb"/,
  ),
  inFile(
    "a tab",
    "        values: {land: DE}",
    "\t\tvalues: {land: DE}",
    /indented with a tab .*Write spaces/,
  ),
  inFile(
    "no colon",
    "members:\n          where: {Land: DE}",
    "members\n          where: {Land: DE}",
    /lacks the colon .*`members:`/,
  ),
  inFile("curly quotes", 'land: "DE,FR"', "land: “DE,FR”", /curly quote.*Write "DE,FR"/),
  inFile(
    "a key twice",
    "        values: {land: DE}\n",
    "        values: {land: DE}\n        values: {land: FR}\n",
    /"values" .*a second time .*Keep one/,
  ),
  inFile(
    "a list for a mapping",
    "values: {land: DE}",
    "values: [land]",
    /"values" must be a mapping, not a list/,
  ),
  inFile(
    "text for a list",
    "[Controlling, Deutschland, Frankreich]",
    "Controlling",
    /Write `precedence_order: \[Controlling\]`/,
  ),
  inFile(
    "another column for the address",
    "email: E-Mail-Adresse",
    "email: E-Mail",
    /no column "E-Mail" .*Its columns: "E-Mail-Adresse", "Name"/,
  ),
  inFile(
    "no delimiter",
    '  delimiter: ";"\n',
    "",
    /separated by ";" .*Write `delimiter: ";"` under `people`/,
  ),
  inFile(
    "a status in another language",
    "only: {Status: aktiv}",
    "only: {Status: active}",
    /None of 7 rows of the list has "active" in column "Status" .*The column holds "aktiv", "ausgeschieden"/,
  ),
  inFile(
    "All users",
    "      All Users:",
    "      All users:",
    /"All users" looks like "All Users", the built-in group .*write that/,
    { exitCode: 0 },
  ),
  inFile(
    "All users, in a plan",
    "      All Users:",
    "      All users:",
    /All users .*Did you mean the built-in group\? Its name in the file is `All Users`/,
    PLAN,
  ),
  inFile(
    "groups at the top",
    "workspaces:\n",
    "groups: {Einkauf: {precedence: 1}}\nworkspaces:\n",
    /Unknown key "groups" .*belongs under a workspace/,
  ),
  inFile(
    "no value of All Users",
    "        values: {land: no-access}\n",
    "        values: {}\n",
    /All Users has no value for "land", which has `deny` .*land: no-access/,
    { exitCode: 0 },
  ),
  inFile(
    "no value of All Users, in a plan",
    "        values: {land: no-access}\n",
    "        values: {}\n",
    /All Users has no value for "land", which has `deny`/,
    { ...PLAN, exitCode: 0 },
  ),
  inFile(
    "another word than deny",
    "values: {land: no-access}",
    "values: {land: no-acces}",
    /All Users has "no-acces" for "land", which `deny` does not name .*"no-access"/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt workspace in protect",
    '["vertrieb/groups',
    '["vertreib/groups',
    /"vertreib\/groups.* .*Did you mean "vertrieb/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt workspace in protect, in a plan",
    '["vertrieb/groups',
    '["vertreib/groups',
    /protect vertreib.* orgform\.yaml:9:11 .*Did you mean "vertrieb\/groups/,
    { line: "plan --sandbox org.json", exitCode: 0 },
  ),
  inFile(
    "a misspelt group in protect",
    '["vertrieb/groups/All Users/**"]',
    "[vertrieb/groups/Deutshland]",
    /Did you mean "vertrieb\/groups\/Deutschland"/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt person in a rule",
    "member: anna.mueller",
    "member: ana.mueller",
    /"ana\.mueller@nordwind\.example" is not a listed member .*:34:\d+ .*Did you mean "anna\.mueller@/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt person in a rule, in a plan",
    "member: anna.mueller",
    "member: ana.mueller",
    /ana\.mueller@nordwind\.example is not a member yet\. Did you mean anna\.mueller@nordwind\.example\?/,
    { line: "plan --sandbox org.json", exitCode: 0 },
  ),
  inFile(
    "a misspelt person among those of a role",
    "expect:\n",
    "expect:\n  - {workspace: vertrieb, roles: [view], only_members: [emil.wolff@nordwind.example]}\n",
    /"emil\.wolff@nordwind\.example" is not a listed member .*:34:\d+ .*Did you mean "emil\.wolf@/,
  ),
  inFile(
    "a misspelt value in a rule",
    "expect:\n",
    "expect:\n  - {workspace: vertrieb, attribute: land, never: [no-acces], except_groups: [Controlling]}\n",
    /No value in the file is "no-acces" .*:34:\d+ .*Did you mean "no-access"/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt group in a rule",
    "expect:\n",
    "expect:\n  - {workspace: vertrieb, attribute: land, never: [DE], except_groups: [Controling]}\n",
    /No group "Controling" is declared .*:34:\d+, .*Did you mean "Controlling"/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt attribute in a rule",
    "attribute: land",
    "attribute: lnad",
    /No attribute "lnad" is declared .*:34:\d+, .*Did you mean "land"/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt role in a rule",
    "expect:\n",
    "expect:\n  - {workspace: vertrieb, roles: [amdin], only_members: [emil.wolf@nordwind.example]}\n",
    /knows no role "amdin" .*Did you mean "admin"/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt member of a group",
    "members:\n          where: {Land: DE}",
    "members: [ana.mueller@nordwind.example]",
    /"ana\.mueller@nordwind\.example" is not a listed member .*Did you mean "anna\.mueller@/,
    { exitCode: 0 },
  ),
  inFile(
    "a misspelt exception",
    "where: {Land: FR}",
    "where: {Land: FR}\n          except: [chloe.petti@nordwind.example]",
    /"chloe\.petti@nordwind\.example" is excepted, and `where` picks nobody of this address/,
    { exitCode: 0 },
  ),
  inFile(
    "a country that YAML takes for no",
    "values: {land: DE}",
    "values: {land: NO}",
    /^Success! The file is valid\. $/,
    { exitCode: 0 },
  ),
  {
    what: "a misspelt group that exists, in a plan",
    file: [
      ["      Deutschland:", "      Deutschlnd:"],
      ["[Controlling, Deutschland,", "[Controlling, Deutschlnd,"],
    ],
    says: /Deutschlnd would be created beside Deutschland, which the file does not list .*:24:\d+.*Did you mean "Deutschland"/,
    line: "plan --sandbox org.json",
    exitCode: 0,
  },
  {
    what: "a misspelt former name, in a plan",
    file: [
      ["      Deutschland:", "      Germany:\n        previously: [Deutshland]"],
      ["[Controlling, Deutschland,", "[Controlling, Germany,"],
    ],
    says: /Germany would be created beside Deutschland.* write `previously: \["Deutschland"\]`/,
    line: "plan --sandbox org.json",
    exitCode: 0,
  },
  {
    what: "a misspelt workspace that exists, in a plan",
    file: [
      ["  vertrieb:\n", "  vertreib:\n"],
      ["{workspace: vertrieb", "{workspace: vertreib"],
      ['protect: ["vertrieb/groups/All Users/**"]\n', ""],
    ],
    says: /vertreib would be created beside vertrieb, which the file does not list .*:10:\d+.*"vertrieb"/,
    line: "plan --sandbox org.json",
    exitCode: 0,
  },
  inFile(
    "a pattern that fits no workspace",
    "{workspace: vertrieb",
    '{workspace: "*-prd"',
    /No workspace "\*-prd" is declared .*the file declares: "vertrieb"/,
  ),
  inFile(
    "a pattern that fits no group",
    "[Controlling, Deutschland,",
    '[Controlling, "Deutsh*",',
    /No group fits "Deutsh\*" .*:32:\d+.*under `groups`: "Controlling", "Deutschland", "Frankreich"/,
  ),
  inFile(
    "a misspelt data model",
    "expect:\n",
    "data_model: ./poeple.csv\nexpect:\n",
    /data model's folder "poeple\.csv" cannot be read .*Did you mean "people\.csv"/,
  ),
  inFile(
    "a misspelt template",
    "workspaces:\n  vertrieb:\n",
    "templates: {standard: {}}\nworkspaces:\n  vertrieb:\n    extends: [standrad]\n",
    /no template "standrad" .*Did you mean "standard"/,
  ),
  inFile("a misspelt list", "file: people.csv", "file: poeple.csv", /no list "poeple\.csv" .*"people\.csv"/),
  inFile(
    "a number of rows that no list had",
    "at_least: 6",
    "at_least: 240",
    /only 6 rows that count .*asks for 240/,
  ),
  {
    what: "a text of each that nobody has",
    file: [
      [DEUTSCHLAND, EACH],
      ["[Controlling, Deutschland, Frankreich]", '[Controlling, Frankreich, "Land *"]'],
    ],
    says: /has "AT" in column "Land" .*The column holds "DE", "FR"/,
    exitCode: 0,
  },
];

const ROW = "ben.koch@nordwind.example;Koch, Ben;Vertrieb;DE;aktiv\n";
const HEADER = "E-Mail-Adresse;Name;Abteilung;Land;Status\n";
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

/** Slips in the list. */
const LIST_SLIPS: readonly CompanySlip[] = [
  inList(
    "somebody twice",
    [ROW, ROW + ROW],
    /people\.csv:4:1 .*"ben.koch@nordwind.example" is in the list twice|is in the list twice.*people\.csv:4:1 /,
  ),
  inList(
    "a row of totals",
    (list) => `${list}Summe;;;;aktiv\n`,
    /"Summe" is not an e-mail address .*people\.csv:9:1 .*leave it out with `only`/,
  ),
  inList(
    "a line below the list",
    (list) => `${list}Stand: 25.11.2026\n`,
    /The row has 1 cell, the header 5 .*people\.csv:9/,
  ),
  inList("no address", ["ben.koch@nordwind.example;", ";"], /The row has no e-mail address .*people\.csv:3/),
  inList(
    "two addresses",
    ["ben.koch@nordwind.example;", '"ben.koch@nordwind.example, b@nordwind.example";'],
    /is not an e-mail address .*These are 2 addresses/,
  ),
  inList(
    "a name beside an address",
    ["ben.koch@nordwind.example;", "Ben Koch <ben.koch@nordwind.example>;"],
    /is not an e-mail address .*Write `ben.koch@nordwind.example`/,
  ),
  inList(
    "the delimiter in a name",
    ["Koch, Ben", "Koch; Ben"],
    /The row has 6 cells, the header 5 .*people\.csv:3.* in double quotes/,
  ),
  inList(
    "a blank after a text",
    ["Vertrieb;DE;aktiv\nben", "Vertrieb ;DE;aktiv\nben"],
    /"Vertrieb " in column "Abteilung" is not "Vertrieb" .*first people\.csv:2/,
    { exitCode: 0 },
  ),
  inList(
    "a quote that is not closed",
    ["Koch, Ben", '"Koch, Ben'],
    /A quoted cell starts here and does not end .*people\.csv:3/,
  ),
  inList(
    "a capital letter in a text",
    [
      "ben.koch@nordwind.example;Koch, Ben;Vertrieb;DE;aktiv",
      "ben.koch@nordwind.example;Koch, Ben;Vertrieb;DE;Aktiv",
    ],
    /"Aktiv" in column "Status" is not "aktiv" .* valid, with 1 warning\./,
    { file: [["at_least: 6", "at_least: 5"]], exitCode: 0 },
  ),
  inList("UTF-16", (list) => utf16(list), /The list is UTF-16 .*Save it in UTF-8/),
  inList("a column twice", ["Name;", "Land;"], /The column "Land" is there twice .*Rename one/),
  inList(
    "another encoding",
    (list) => Buffer.from(list, "latin1"),
    /A byte here is not UTF-8 .*people\.csv:2.* Save the list in UTF-8/,
  ),
  inList(
    "commas in one row",
    [ROW, ROW.replace(", ", " ").replaceAll(";", ",")],
    /It has "," where the other rows have ";"/,
  ),
  inList(
    "a column with another name",
    ["Abteilung", "Bereich"],
    /no column "Abteilung" .*Its columns: .*"Bereich"/,
  ),
  inList(
    "a title above the header",
    [HEADER, `Mitarbeiter Nordwind;;;;\n${HEADER}`],
    /The header of the list seems to be here, below a title .*people\.csv:2.* Delete the lines above/,
  ),
  inList(
    "a title and an empty line above the header",
    [HEADER, `Mitarbeiter Nordwind\n\n${HEADER}`],
    /below a title .*people\.csv:3/,
  ),
  inList(
    "a workbook with another name",
    () => Buffer.from("PK\u0003\u0004\u0014\u0000\u0006\u0000"),
    /The list is a workbook .*Save the sheet as CSV UTF-8/,
  ),
  inList(
    "a letter with an accent in an address",
    ["ben.koch@nordwind", "bén.koch@nordwind"],
    /"bén.koch@nordwind.example" has "é" before the @ .*people\.csv:3/,
    { exitCode: 0 },
  ),
  inList(
    "a misspelt department",
    ["Koch, Ben;Vertrieb", "Koch, Ben;Vetrieb"],
    /"Vetrieb" in column "Abteilung" is nearly "Vertrieb" .*people\.csv:3:\d+ .*Did you mean "Vertrieb".* 1 person of the list is in no workspace: people\.csv:3/,
    { exitCode: 0 },
  ),
  inList(
    "two letters of a status the other way round",
    [ROW, ROW.replace("aktiv", "akitv")],
    /"akitv" in column "Status" is nearly "aktiv" .*people\.csv:3/,
    { file: [["at_least: 6", "at_least: 5"]], exitCode: 0 },
  ),
  inList(
    "another department",
    ["Koch, Ben;Vertrieb", "Koch, Ben;Logistik"],
    /^1 person of the list is in no workspace: people\.csv:3\. Success!/,
    { exitCode: 0 },
  ),
  inList(
    "commas and quotes in one row",
    [ROW, 'ben.koch@nordwind.example,"Koch, Ben",Vertrieb,DE,aktiv\n'],
    /another separating character .*people\.csv:3:27 .*has "," where the other rows have ";"/,
  ),
  inList(
    "an export that is a sign-in page",
    () => "<!DOCTYPE html><html></html>",
    /The list is a web page .*Download it again/,
  ),
  inList("an export that has only its header", () => HEADER, /a header line and no rows .*make it again/),
  inList("an empty export", () => "", /The list is empty .*make it again/),
  inList(
    "tabs for delimiters",
    (list) => list.replaceAll(";", "\t"),
    /separated by "\\t" .*Write `delimiter: "\\t"`/,
  ),
  inList("empty rows below the list", (list) => `${list}\n;;;;\n;;;;\n`, /^Success! The file is valid\. $/, {
    exitCode: 0,
  }),
  inList(
    "a quote within a name",
    ["Koch, Ben", 'Koch "Benny" Ben'],
    /double quote beside other text here .*people\.csv:3:32 .*in double quotes as a whole/,
  ),
  inList(
    "mailto: before an address",
    ["ben.koch@nordwind", "mailto:ben.koch@nordwind"],
    /is not an e-mail address .*Write `ben\.koch@nordwind\.example`/,
  ),
  inList(
    "a misspelt domain",
    ["ben.koch@nordwind.", "ben.koch@norwind."],
    /"ben\.koch@norwind\.example" is at "norwind\.example", and others at "nordwind\.example" .*people\.csv:3:1.*Did you mean "ben\.koch@nordwind\.example"/,
    { exitCode: 0 },
  ),
  inList(
    "a misspelt domain that the file allows",
    ["ben.koch@nordwind.", "ben.koch@norwind."],
    /^Success! The file is valid\. $/,
    {
      file: [["expect:", "checks: {email_domains: [nordwind.example, norwind.example]}\nexpect:"]],
      exitCode: 0,
    },
  ),
  inList(
    "an address without its sign",
    ["ben.koch@nordwind", "ben.koch.nordwind"],
    /"ben\.koch\.nordwind\.example" is not an e-mail address .*people\.csv:3:1/,
  ),
  inList(
    "another encoding, for init",
    (list) => Buffer.from(list, "latin1"),
    /A byte here is not UTF-8 .*people\.csv:2/,
    { line: "init --people people.csv --out x.yaml --sandbox org.json" },
  ),
];

/** Mistakes on the command line, beside the sandbox `org.json` of the company. */
const COMMAND_SLIPS: readonly CompanySlip[] = [
  typed("paln", /Did you mean plan/),
  typed("list", /Here that is `orgform export`/),
  typed("plan --target vertrieb", /Here that is `--workspace NAME`/),
  typed("apply --dryrun", /Here that is `orgform plan`/),
  typed("plan --workspace vertrib --sandbox org.json", /Did you mean "vertrieb"/),
  typed("plan --allow x --sandbox org.json", /`orgform help guards`/),
  typed("who vertreib --sandbox org.json", /orgform who --workspace vertrieb/),
  typed("who Deutshland --sandbox org.json", /orgform who group:Deutschland/),
  typed("who lnad --sandbox org.json", /orgform who land/),
  typed("who grp:Deutschland --sandbox org.json", /orgform who group:Deutschland/),
  typed("who group:Deutshland --sandbox org.json", /Did you mean "Deutschland"/),
  typed("who ana.mueller@nordwind.example --sandbox org.json", /Did you mean "anna\.mueller@/),
  typed("who lnad=DE --sandbox org.json", /Did you mean "land"/),
  typed("who land=de --sandbox org.json", /orgform who land=DE/),
  typed("export --workspace vertreib --sandbox org.json", /Did you mean "vertrieb"/),
  typed("plan --only vertrieb --sandbox org.json", /withdrawn\. Instead: `--workspace NAME`/),
  typed(
    "sandbox accept chloe.petti@nordwind.example org.json",
    /Did you mean "chloe\.petit@nordwind\.example"/,
  ),
  typed(
    "sandbox accept org.json chloe.petit@nordwind.example",
    /`orgform sandbox accept chloe\.petit@nordwind\.example org\.json`/,
  ),
  typed("init --people poeple.csv --out x.yaml --sandbox org.json", /Did you mean "people\.csv"/),
  typed("show", /For example: `orgform show plan\.json`/),
  typed("show orgform.yaml", /takes a plan .*`orgform plan -f orgform\.yaml`/),
  typed("validate orgform.yaml", /`orgform validate -f orgform\.yaml`/),
  typed("completion", /For example: `source <\(orgform completion bash\)`/),
  typed("completion list", /'list' is invalid .* Allowed choices are bash, zsh, fish/),
  typed("sandbox accept nobody@nordwind.example org.json", /is not invited in this sandbox .*Invited: /),
  typed(
    "sandbox accept org.json",
    /takes an address and the file .*`orgform sandbox accept --all org\.json`/,
  ),
  typed("who anna --sandbox org.json", /orgform who anna\.mueller@nordwind\.example/),
  typed("who Müller --sandbox org.json", /orgform who anna\.mueller@nordwind\.example/),
  typed("who Schwarz --sandbox org.json", /orgform who f\.weiss@nordwind\.example/),
  typed("who VERTRIEB --sandbox org.json", /orgform who --workspace vertrieb/),
  typed("who vertrieb --sandbox org.json", /orgform who --workspace vertrieb/),
  typed("who land=Deutschland --sandbox org.json", /No value of "land" is "Deutschland".* "DE", "FR"/, 0),
  typed("who Deutsch --sandbox org.json", /orgform who group:Deutschland/),
  typed("destory", /`state: absent` in the file/),
  typed("help delete", /delete\.group/, 0),
];

export const COMPANY_SLIPS: readonly CompanySlip[] = [...FILE_SLIPS, ...LIST_SLIPS, ...COMMAND_SLIPS];
