import { table } from "./table.mjs";

/** The commands in the order of help: usage, description, arguments, options and examples of each. */
export function commandsPage(tables) {
  const { COMMANDS, EXIT_CODES, OUTCOME_MEANINGS, ENVIRONMENT, GUARD_HELP } = tables;
  return [
    table(
      ["Command", "What it does"],
      COMMANDS.map(({ name, summary }) => [`[\`${name}\`](#${anchor(name)})`, summary]),
    ),
    "",
    "## Exit codes",
    "",
    table(
      ["Code", "Outcome in JSON", "When"],
      Object.entries(EXIT_CODES).map(([outcome, code]) => [
        `${code}`,
        `\`${outcome}\``,
        OUTCOME_MEANINGS[outcome],
      ]),
    ),
    "",
    "## Guards",
    "",
    "A guard refuses a plan before the first write (exit code 3). [Safety](safety.md#guards) says how they work.",
    "",
    guardTable(GUARD_HELP),
    "",
    "## Environment",
    "",
    table(
      ["Variable", ""],
      ENVIRONMENT.map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    "",
    "## Options that several commands share",
    "",
    ...sharedOptions(tables).flatMap(({ title, options }) => [`### ${title}`, "", optionTable(options), ""]),
    "### Tuning",
    "",
    "For operators of pipelines; `orgform help tuning` lists them.",
    "",
    optionTable(tables.TUNING_OPTIONS),
    "",
    ...COMMANDS.flatMap((command) => commandSection(command, sharedOptions(tables), tables.isUnlisted)),
  ].join("\n");
}

function guardTable(guards) {
  const rows = Object.entries(guards).map(([name, { refuses, allowedBy, code }]) => [
    `[\`${name}\`](troubleshooting.md#${code})`,
    refuses,
    allowedBy.replace(/--allow \S+?(?=,|$)|--access-reads NUMBER/g, "`$&`"),
  ]);
  return table(["Guard", "Refuses", "Allowed by"], rows);
}

function sharedOptions(tables) {
  const { FILE_OPTIONS, COMPARING_OPTIONS, PLANNING_OPTIONS, SERVICE_OPTIONS, GENERAL_OPTIONS } = tables;
  const shown = (options) => options.filter((option) => !tables.isUnlisted(option));
  return [
    { title: "File", options: FILE_OPTIONS },
    { title: "Comparison", options: COMPARING_OPTIONS },
    {
      title: "Guards and output",
      options: shown(PLANNING_OPTIONS).filter((o) => !COMPARING_OPTIONS.includes(o)),
    },
    { title: "Service", options: shown(SERVICE_OPTIONS) },
    { title: "Every command", options: GENERAL_OPTIONS },
  ];
}

function commandSection(
  { name, arguments: args = [], summary, description, options, examples },
  shared,
  isUnlisted,
) {
  const groups = shared.filter((group) => group.options.every((option) => options.includes(option)));
  const own = options.filter(
    (option) => !isUnlisted(option) && !groups.some((group) => group.options.includes(option)),
  );
  const usage = ["orgform", name, ...args.map((argument) => argument.name), "[options]"].join(" ");
  const width = Math.max(...examples.map(({ command }) => command.length));
  return [
    `## ${name}`,
    "",
    `${capitalized(summary)}.`,
    "",
    "```",
    usage,
    "```",
    "",
    ...description.split("\n").flatMap((paragraph) => [escaped(paragraph), ""]),
    ...(args.length === 0
      ? []
      : [
          table(
            ["Argument", ""],
            args.map((a) => [`\`${a.name}\``, escaped(a.description)]),
          ),
          "",
        ]),
    ...(own.length === 0 ? [] : [optionTable(own), ""]),
    `Also: ${groups.map(({ title }) => `[${lower(title)}](#${anchor(title)})`).join(", ")}.`,
    "",
    "```console",
    ...examples.map(({ command, says }) => `$ ${command.padEnd(width)}  # ${says}`),
    "```",
    "",
  ];
}

function optionTable(options) {
  return table(
    ["Option", ""],
    options.map((option) => [`\`${option.flags}\``, escaped(option.description) + choicesOf(option)]),
  );
}

/** The values of an option, if its description does not list them. */
function choicesOf({ description, choices = [] }) {
  return choices.every((choice) => description.includes(choice)) ? "" : `: ${choices.join(", ")}`;
}

const anchor = (title) => title.toLowerCase().replaceAll(" ", "-");
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);
/** Prose of help is plain text: patterns in it are not emphasis. */
const escaped = (text) => text.replace(/\*+/g, "`$&`");
