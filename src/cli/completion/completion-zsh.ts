import {
  type CompletedCommand,
  type CompletedFlag,
  type Completion,
  firstWords,
  secondWords,
} from "./completion-model.js";

/** A completion script for zsh, to be sourced or put as `_orgform` into a folder of `fpath`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const first = firstWords(commands);
  const groups = [...first.keys()].filter((word) => secondWords(commands, word).length > 0);
  return `#compdef orgform
# zsh completion for orgform. To load it: source <(orgform completion zsh)
_orgform_names() {
  local -a found
  found=("\${(@f)$(orgform __complete $1 "\${(@Q)words}" 2>/dev/null)}")
  compadd -a found
}
_orgform() {
  local -a names
  local name=$words[2]
  if (( CURRENT == 2 )); then
    names=(${[...first].map(([word, about]) => described(word, about)).join(" ")})
    _describe command names
    return
  fi
  shift words
  (( CURRENT-- ))
${groups.map((group) => groupBlock(group, commands)).join("")}  case $name in
${commands.map(commandCase).join("")}  esac
}
if [[ $funcstack[1] == _orgform ]]; then _orgform "$@"; else compdef _orgform orgform; fi
`;
}

function groupBlock(group: string, commands: readonly CompletedCommand[]): string {
  const names = secondWords(commands, group).map(({ name, summary }) =>
    described(name.slice(group.length + 1), summary),
  );
  if (commands.some(({ name }) => name === group)) return commandWithOthers(group, commands);
  return `  if [[ $name == ${group} ]]; then
    if (( CURRENT == 2 )); then
      names=(${names.join(" ")})
      _describe command names
      return
    fi
    name="$name $words[2]"
    shift words
    (( CURRENT-- ))
  fi
`;
}

/** A command that has others below it: its own flags and arguments are completed unless one of theirs follows. */
function commandWithOthers(group: string, commands: readonly CompletedCommand[]): string {
  const below = secondWords(commands, group).map(({ name }) => name.slice(group.length + 1));
  return `  if [[ $name == ${group} && CURRENT -gt 2 && $words[2] == (${below.join("|")}) ]]; then
    name="$name $words[2]"
    shift words
    (( CURRENT-- ))
  fi
`;
}

function commandCase({ name, flags, argument }: CompletedCommand): string {
  const specs = [
    ...flags.map(flagSpec),
    ...(argument === undefined ? [] : [`'*:${action("argument", argument)}'`]),
  ];
  return `    ${quoted(name)}) _arguments ${specs.join(" ")} ;;\n`;
}

/** Every flag may come again: most that take a value may, and the parser says so where one may not. */
function flagSpec({ names, description, value, isOptional }: CompletedFlag): string {
  const what = `[${description.replace(/[\\[\]]/g, "\\$&")}]`;
  const long = names.at(-1)?.replace(/^--/, "") ?? "";
  const taken = value === undefined ? "" : `:${isOptional ? ":" : ""}${action(long, value)}`;
  const rest = quoted(what + taken);
  return names.length === 1 ? `'*'${names[0]}${rest}` : `'*'{${names.join(",")}}${rest}`;
}

function action(name: string, value: Completion): string {
  if (value === "path") return `${name}:_files`;
  if (value === "text") return `${name}: `;
  return typeof value === "string" ? `${name}:{_orgform_names ${value}}` : `${name}:(${value.join(" ")})`;
}

const described = (word: string, about: string): string => quoted(`${word}:${about.replaceAll(":", "\\:")}`);
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
