import { type CompletedCommand, type Completion, firstWords, secondWords } from "./completion-model.js";

/** A completion script for bash 3.2 and later. It needs nothing but itself: orgform does not run while somebody types. */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const first = [...firstWords(commands).keys()];
  const groups = first.filter((word) => secondWords(commands, word).length > 0);
  return `# bash completion for orgform. To load it: source <(orgform completion bash)
_orgform() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" at=$COMP_CWORD before= prev command= words= paths= flags= names= word name i
  # Readline takes ada@example.com for three words, and completes the last: what stands before it stays as it is.
  if [[ $cur == [@:]* ]]; then
    before="\${COMP_WORDS[at-1]}$cur" cur= at=$((at - 1))
  fi
  while [[ at -gt 1 && \${COMP_WORDS[at-1]} == [@:]* ]]; do
    before="\${COMP_WORDS[at-2]}\${COMP_WORDS[at-1]}$before" at=$((at - 2))
  done
  prev="\${COMP_WORDS[at-1]}"
  # It takes --format=json for three words as well.
  [[ $prev == = ]] && prev="\${COMP_WORDS[at-2]}"
  [[ $cur == = ]] && cur=
  local typed="$before$cur"
  # An at sign is completed together with what follows it, a colon is not.
  before="\${before%@}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    [[ $word == -* ]] && continue
    case "$command" in
      "") command="$word" ;;
      ${groups.join("|")}) command="$command $word" ;;
      *) break ;;
    esac
  done
  case "$command" in
    "") words="${first.join(" ")}" flags="--help --version" ;;
${groups.map((group) => groupCase(group, commands)).join("")}${commands.map(commandCase).join("")}  esac
  [[ $cur == -* ]] && words="$flags" paths= names=
  COMPREPLY=()
  if [[ -n $paths ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$typed"))
    COMPREPLY=("\${COMPREPLY[@]#"$before"}")
  elif [[ -n $names ]]; then
    # A name may hold anything: it is compared and quoted, and never expanded.
    while IFS= read -r name; do
      word="$(printf '%q' "$name")"
      if [[ $name == "$typed"* ]]; then
        COMPREPLY+=("$(printf '%q' "\${name#"$before"}")")
      elif [[ $word == "$typed"* ]]; then
        COMPREPLY+=("\${word#"$before"}")
      fi
    done < <(orgform __complete "$names" "\${COMP_WORDS[@]:1}" 2>/dev/null)
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  fi
}
complete -F _orgform orgform
`;
}

/** A first word that is no command itself. */
function groupCase(group: string, commands: readonly CompletedCommand[]): string {
  if (commands.some(({ name }) => name === group)) return "";
  const words = secondWords(commands, group).map(({ name }) => name.slice(group.length + 1));
  return `    ${group}) words="${words.join(" ")}" flags="--help" ;;\n`;
}

/** Without a flag before it that takes a value, a word is the argument, or a flag where the command takes none. */
function commandCase({ name, flags, argument }: CompletedCommand): string {
  const all = flags.flatMap(({ names }) => names).join(" ");
  const values = flags.flatMap(({ names, value }) =>
    value === undefined ? [] : [`        ${names.join("|")}) ${offer(value)} ;;\n`],
  );
  return `    "${name}")
      flags="${all}"
      case "$prev" in
${values.join("")}        *) ${argument === undefined ? 'words="$flags"' : offer(argument)} ;;
      esac ;;
`;
}

function offer(value: Completion): string {
  if (value === "path") return "paths=1";
  if (value === "text") return "words=";
  if (typeof value === "string") return `names=${value}`;
  // A word that ends in an equals sign goes on.
  const goesOn = value.some((word) => word.endsWith("=")) ? " && compopt -o nospace 2>/dev/null" : "";
  return `words="${value.join(" ")}"${goesOn}`;
}
