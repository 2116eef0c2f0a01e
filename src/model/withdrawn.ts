/**
 * Words that orgform had before its first release, each with what to do instead. They made a second source of truth or a
 * second way for the same thing: docs/decisions.md says why. An option is known by its name, or with its command where
 * another command has an option of that name.
 */
export const WITHDRAWN: Readonly<Record<"commands" | "options" | "keys", Readonly<Record<string, string>>>> =
  {
    commands: {
      undo: "revert the commit and plan with `--base`; `orgform show RECEIPT` has every value before",
      "review check":
        "decide by an edit of the file; `orgform review --since SNAPSHOT` shows at the next review that it was done",
    },
    options: {
      joined:
        "`orgform apply --auto-approve --base HEAD --fail-on drift`, of the last applied commit, gives people who have joined what they wait for",
      ended: "let the list filter by its own column, such as `only: {status: active}`; an end is an edit",
      "plan since": "`--base` tells who has joined from drift; no receipt decides anything",
      "apply since": "`--base` tells who has joined from drift; no receipt decides anything",
      "drift since": "`--base` tells who has joined from drift; no receipt decides anything",
      only: "`--workspace NAME`: a run is of the whole file or of whole workspaces",
      exclude: "`--workspace NAME`: a run is of the whole file or of whole workspaces",
      carry: "`--since SNAPSHOT` shows what changed since the last review",
      "log member": "`orgform log --format json`, or `orgform show RECEIPT`, which has every change",
      "log group": "`orgform log --format json`, or `orgform show RECEIPT`, which has every change",
      "export people": "`orgform init --people FILE`, which takes the people from a list that you have",
    },
    keys: {
      until:
        "let the list filter by its own column, such as `only: {status: active}`, and take the entry out when it ends",
      reaches: "`data` with `only_groups` says who may reach an object",
      never_reaches: "`data` with `only_groups` says who may reach an object",
    },
  };
