/** A command line with a mistake in it, and what its first error says on stderr, blanks and line breaks aside. */
export interface CommandSlip {
  readonly what: string;
  readonly line: string;
  readonly says: RegExp;
  /** 1 where nothing else is said. */
  readonly exitCode?: number;
}

const slip = (what: string, line: string, says: RegExp, exitCode?: number): CommandSlip => ({
  what,
  line,
  says,
  ...(exitCode === undefined ? {} : { exitCode }),
});

const NO_ADDRESS = /^Error: The address of the service is missing .*service\.region.* add --sandbox FILE\./;

/**
 * Mistakes on the command line, in a folder with `orgform.yaml`, which names no region, and the sandbox `org.json`:
 * words with a letter too many, habits from other tools, values that do not fit, and files that are not there.
 */
export const COMMAND_SLIPS: readonly CommandSlip[] = [
  // Commands.
  slip("two letters the other way round", "plna", /unknown command 'plna' \(Did you mean plan\?\)/),
  slip("a letter too few", "aply", /\(Did you mean apply\?\)/),
  slip("a capital letter", "Plan", /\(Did you mean plan\?\)/),
  slip("capital letters", "PLAN", /\(Did you mean plan\?\)/),
  slip("two commands", "plan validate", /`orgform validate` is a command of its own/),
  slip("a withdrawn option", "apply --ended", /That was withdrawn\. Instead: let the list filter/),
  slip("an option before the command", "--verbose plan", /`orgform plan --verbose …`/),
  slip("a group of commands alone", "sign-in", /Usage: orgform sign-in .*check/),
  slip("a typo in the second word", "sign-in chek", /\(Did you mean check\?\)/),
  slip("destroy", "destroy", /`state: absent` in the file/),
  slip("diff", "diff", /Here that is `orgform plan`/),
  slip("import", "import northwind", /Here that is `orgform init`/),
  slip("state list", "state list", /`orgform who` or `orgform export`/),
  slip("delete", "delete group West", /`state: absent` in the file/),
  slip("login", "login", /Here that is ORGFORM_TOKEN/),
  slip("version", "version", /Here that is `orgform --version`/),
  slip("a word that is no command", "matrix", /Every day: plan, apply, .*`orgform help topics`/),
  slip("help after the command", "plan help", /Help is `orgform help plan`/),
  // Where the service and the files are.
  slip("plan without --sandbox", "plan", NO_ADDRESS),
  slip("apply without --sandbox", "apply", NO_ADDRESS),
  slip("drift without --sandbox", "drift", NO_ADDRESS),
  slip("whoami without --sandbox", "whoami", NO_ADDRESS),
  slip(
    "no token",
    "plan --base-url https://127.0.0.1:9/api",
    /There is no token .*ORGFORM_TOKEN, or name a file with --token-file.* add --sandbox/,
  ),
  slip(
    "the file without -f",
    "plan orgform.yaml",
    /A file is named with -f: `orgform plan -f orgform\.yaml`/,
  ),
  slip("the file of fmt without -f", "fmt orgform.yaml", /`orgform fmt -f orgform\.yaml`/),
  slip(
    "a file that is not there",
    "plan -f missing.yaml",
    /no file "missing\.yaml" In this folder: "orgform\.yaml"\./,
  ),
  slip(
    "the file for the sandbox",
    "plan --sandbox orgform.yaml",
    /--sandbox cannot be "orgform\.yaml" .* the file of workspaces is named with -f/,
  ),
  slip(
    "a folder that is not there",
    "plan --sandbox no/org.json",
    /cannot make no\/org\.json: no does not exist/,
  ),
  slip(
    "a plan that is not there",
    "apply plan.json --sandbox org.json",
    /Write one with `orgform plan --out plan\.json`/,
  ),
  slip(
    "the file for a plan",
    "apply orgform.yaml --sandbox org.json",
    /a file of workspaces, and not a plan `orgform apply -f/,
  ),
  slip(
    "a receipt that is not there",
    "show nothing.json",
    /no file nothing\.json `show` takes a plan .*, a receipt/,
  ),
  slip("review check", "review check q3.csv", /withdrawn. Instead: decide by an edit of the file/),
  slip("-o for a file", "plan -o plan.json", /Here that is `--out FILE`/),
  slip("receipts that are not there", "log nowhere", /`apply` writes receipts to \.orgform\/receipts/),
  slip(
    "a file that is there",
    "init --sandbox org.json",
    /orgform\.yaml exists already .*Write another file with --out/,
  ),
  slip(
    "an output over the input",
    "snapshot --out org.json --sandbox org.json",
    /org\.json would be overwritten .*another file/,
  ),
  slip("a typo in the file", "plan -f orgfrom.yaml", /no file "orgfrom\.yaml" Did you mean "orgform\.yaml"/),
  slip("the file without its ending", "plan -f orgform", /Did you mean "orgform\.yaml"/),
  slip("a typo in a document", "show ogr.json", /no file ogr\.json Did you mean "org\.json"/),
  slip("a typo in a snapshot", "plan --live ogr.json", /no file ogr\.json Did you mean "org\.json"/),
  slip("a typo in a base", "plan --base orgfrom.yaml --sandbox org.json", /Did you mean "orgform\.yaml"/),
  slip("a typo in a point", "compare liv --sandbox org.json", /Did you mean "live"/),
  // Options with a letter too many or too few.
  slip("--sandbx", "plan --sandbx org.json", /\(Did you mean --sandbox\?\)/),
  slip("one dash", "plan -sandbox org.json", /\(Did you mean --sandbox\?\)/),
  slip("one dash and an equals sign", "plan -out=plan.json", /\(Did you mean --out=plan\.json\?\)/),
  slip("--detailed-exit-code", "plan --detailed-exit-code", /\(Did you mean --detailed-exitcode\?\)/),
  slip("--no-colour", "plan --no-colour", /\(Did you mean --no-color\?\)/),
  slip("--chek", "fmt --chek", /\(Did you mean --check\?\)/),
  slip("--poeple", "init --poeple people.csv", /\(Did you mean --people\?\)/),
  // Options of other tools.
  slip("-target", "plan -target=northwind", /Here that is `--workspace NAME`/),
  slip("--json", "plan --json", /Here that is `--format json`/),
  slip("--yes", "apply --yes", /Here that is `--auto-approve`/),
  slip("--dry-run", "apply --dry-run", /Here that is `orgform plan`, which never writes/),
  slip("--refresh-only", "plan --refresh-only", /Here that is `orgform drift`/),
  slip("--var-file", "plan --var-file vars.yaml", /Here that is `--var name=value`/),
  slip("--token", "plan --token abc", /Here that is ORGFORM_TOKEN, or `--token-file FILE`/),
  slip("--region", "plan --region eu", /Here that is `service\.region` in the file, or `--base-url URL`/),
  slip("-o json", "plan -o json", /Here that is `--format FORMAT`/),
  slip("--output", "plan --output plan.json", /Here that is `--out FILE`/),
  slip("--format of an export", "export --format json", /`orgform snapshot` writes JSON/),
  slip("-y", "apply -y", /Here that is `--auto-approve`\./),
  slip("-y of a command that asks nothing", "plan -y", /`--auto-approve`, an option of `orgform apply`/),
  slip(
    "an option of another command",
    "plan --auto-approve",
    /--auto-approve is an option of `orgform apply`/,
  ),
  slip("--force", "apply --force", /`--allow GUARD=NUMBER`/),
  slip("--force of init", "init --force", /Here that is `--out FILE`, .*overwrites nothing/),
  slip("--quiet", "plan --quiet", /Here that is `2> \/dev\/null`/),
  slip("--watch", "drift --watch", /Here that is `orgform drift` in a nightly job/),
  slip("a saved plan for a file", "plan plan.json", /printed by `orgform show plan\.json`, and applied by/),
  slip("a date for the log", "log --since 2026-01-01", /`orgform log` lists every run/),
  ...["groups", "workspace list", "users", "members"].map((words) =>
    slip(words, words, /Here that is `orgform export`, or `orgform who`/),
  ),
  slip("auth", "auth login", /Here that is ORGFORM_TOKEN/),
  slip("config", "config set region eu", /Here that is the file orgform\.yaml/),
  slip("upgrade", "upgrade", /Here that is `npm install --global orgform@latest`/),
  slip("docs", "docs", /Here that is `orgform help TOPIC`/),
  slip("graph", "graph", /Here that is `orgform plan --format html`/),
  slip("console", "console", /Here that is `orgform who`/),
  slip("--user", "who --user admin", /Here that is `orgform who ADDRESS`/),
  // Values that do not fit.
  slip(
    "no value",
    "plan --workspace --sandbox org.json",
    /--workspace takes a value, and another option follows it/,
  ),
  slip("blanks around the equals sign", "plan --var region = west", /NAME=VALUE without spaces/),
  slip("no quotes around a name", "who Sales West --sandbox org.json", /several words in quotes/),
  slip("no argument", "compare --sandbox org.json", /For example: `orgform compare live/),
  slip("md", "plan --format md", /Did you mean markdown\?/),
  slip("capital letters for a format", "plan --format JSON", /Did you mean json\?/),
  slip(
    "a format that there is not",
    "plan --format yaml",
    /It takes text, json, markdown, html, sarif, junit/,
  ),
  slip(
    "a page as a plan",
    "plan --out plan.html",
    /saves the plan as JSON\. Print the other form: --format html > plan\.html/,
  ),
  slip("--fail-on openend", "plan --fail-on openend", /Did you mean opened\?/),
  slip(
    "a guard without its number",
    "plan --allow delete.group --sandbox org.json",
    /--allow delete\.group=2/,
  ),
  slip(
    "a typo in a guard",
    "plan --allow acess.opened=2 --sandbox org.json",
    /Did you mean access\.opened\?/,
  ),
  slip("the end of a guard's name", "plan --allow opened=2 --sandbox org.json", /mean access\.opened\?/),
  slip(
    "a number alone",
    "plan --allow 3 --sandbox org.json",
    /names no guard .*`orgform help guards` lists all/,
  ),
  slip("a guard without its name", "plan --allow archive --sandbox org.json", /--allow archive=NAME/),
  slip(
    "a switch with a value",
    "plan --allow outside=yes --sandbox org.json",
    /Write it .*--allow outside\./,
  ),
  slip(
    "a guard that nothing allows",
    "plan --allow expect=1 --sandbox org.json",
    /no option allows .*`orgform help expect`/,
  ),
  slip("a variable without a value", "plan --var env --sandbox org.json", /Write it as --var env=prod/),
  slip("a variable that is not declared", "plan --var envv=x --sandbox org.json", /Declare it in the file/),
  slip("a typo in a pattern", "plan --workspace nortwind --sandbox org.json", /Did you mean "northwind"\?/),
  slip(
    "words for a number",
    "sandbox --port abc",
    /--port abc is not a whole number It takes a number from 0/,
  ),
  slip(
    "a base without git",
    "plan --base mian --sandbox org.json",
    /Name a file that holds the previous version/,
  ),
  slip("nobody to ask", "apply --sandbox org.json", /Nobody approved this plan .*`--auto-approve`/, 3),
  slip(
    "a typo in an address",
    "who admin@northwind.exmple --sandbox org.json",
    /Did you mean "admin@northwind\.example"\?/,
  ),
  slip("a typo in a workspace", "who --workspace nortwind --sandbox org.json", /Did you mean "northwind"\?/),
  slip(
    "a shell that there is not",
    "completion pwsh",
    /^Error: \S+ value 'pwsh' is invalid for argument 'shell'\. Allowed choices are bash, zsh, fish, powershell\. Try/,
  ),
  // Help.
  slip("a typo in a guard that needs help", "help acess.windows", /Did you mean "access\.windows"\?/),
  slip("a guard that is none", "help delete.workspace", /Did you mean "archive"\?/),
  slip("a typo in a code", "help unknwon-key", /Did you mean "unknown-key"\?/),
  slip("a typo in a key", "help precedence_orders", /Did you mean "precedence_order"\?/),
  slip("a key of the file", "help precedence", /A whole number above 0/, 0),
  slip("an option without its dashes", "help base", /`orgform plan --help` explains the option --base/),
  slip("help on two words", "help all users", /Put an argument of several words in quotes/),
  slip("any other word", "help nope", /`orgform help topics` lists everything/),
];
