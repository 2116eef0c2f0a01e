import type { CommandContext } from "../../commands/context/context.js";
import type { CommonOptions } from "../../commands/context/options.js";
import { writeOutput } from "../../commands/documents/write-output.js";
import type { Outcome } from "../../model/plan/plan.js";

/**
 * The script for each shell. It passes the words so far to `orgform __complete`, the last possibly
 * incomplete, and gets `files` or `words` in the first line, then a word a line, with its meaning after a
 * tab. A word may hold any characters: a script compares and quotes it, and never expands it.
 */
export const SCRIPTS: Readonly<Record<string, string>> = {
  // bash 3.2 and later. Readline takes ada@example.com and --format=json for three words each, and completes the last:
  // the pieces before it stay as they are, but for an at sign, which it replaces as well.
  bash: `# bash completion for orgform. To load it: source <(orgform completion bash)
_orgform() {
  local words=() last=-1 cur="\${COMP_WORDS[COMP_CWORD]}" piece i how name quoted _
  for ((i = 1; i <= COMP_CWORD; i++)); do
    piece="\${COMP_WORDS[i]}"
    if [[ $last -ge 0 && -n $piece && ($piece == [@:=]* || \${COMP_WORDS[i-1]} == *[@:=]) ]]; then
      words[last]+="$piece"
    else
      words[++last]="$piece"
    fi
  done
  local typed="\${words[last]}"
  local before="\${typed%"\${cur#[:=]}"}"
  before="\${before%@}"
  COMPREPLY=()
  {
    read -r how
    while IFS=$'\\t' read -r name _; do
      printf -v quoted %q "$name"
      if [[ $name == "$typed"* ]]; then
        printf -v quoted %q "\${name#"$before"}"
        COMPREPLY+=("$quoted")
      elif [[ $quoted == "$typed"* ]]; then
        COMPREPLY+=("\${quoted#"$before"}")
      fi
      [[ $name == *= ]] && compopt -o nospace 2>/dev/null
    done
  } < <(orgform __complete "\${words[@]//[\\\\\\"\\']/}" 2>/dev/null)
  [[ $how == files ]] || return 0
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do
    COMPREPLY+=("\${name#"\${before#--*=}"}")
  done < <(compgen -f -- "\${typed#--*=}")
}
complete -F _orgform orgform
`,
  zsh: `#compdef orgform
# zsh completion for orgform. To load it: source <(orgform completion zsh)
_orgform() {
  local -a lines names more
  lines=("\${(@f)$(orgform __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $lines[1] == files ]]; then
    compset -P '--*='
    _files
    return
  fi
  shift lines
  names=("\${(@)lines%%$'\\t'*}")
  [[ $lines[1] == *$'\\t'* ]] && more=(-l)
  [[ $names[1] == *= ]] && more+=(-S '')
  lines=("\${(@)lines/$'\\t'/  -- }")
  compadd "$more[@]" -d lines -a names
}
if [[ $funcstack[1] == _orgform ]]; then _orgform "$@"; else compdef _orgform orgform; fi
`,
  fish: `# fish completion for orgform. To load it: orgform completion fish | source
function __orgform_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    set -l lines (orgform __complete $words[2..] "$typed" 2>/dev/null)
    if test "$lines[1]" = files
        complete -C "'' $typed"
    else
        string join \\n -- $lines[2..]
    end
end
complete -c orgform -f -a '(__orgform_complete)'
`,
  // PowerShell 5.1 and later. An old one leaves out arguments without a text, so that the empty word is a blank. An empty
  // result keeps it from completing files.
  powershell: `# PowerShell completion for orgform. To load it: orgform completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName orgform -ScriptBlock {
  param($typed, $line)
  $words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { "$_" }
  })
  if ($typed -eq '') { $words += ' ' }
  $how, $lines = orgform __complete @words 2>$null
  if ($how -eq 'files') { return }
  $found = @(foreach ($one in $lines) {
    $name, $meaning = $one -split '\\t', 2
    if (-not $name.StartsWith($words[-1].Trim(), [StringComparison]::OrdinalIgnoreCase)) { continue }
    $quoted = "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($name) + "'"
    $text = if ($name -match '^[\\w./:=+-][\\w./:=+@-]*$') { $name } else { $quoted }
    $more = if ($meaning) { $meaning } else { $name }
    [System.Management.Automation.CompletionResult]::new($text, $name, 'ParameterValue', $more)
  })
  if ($found.Count -eq 0) { '' } else { $found }
}
`,
};

/** The command `orgform completion`: prints a script. */
export async function completion(
  context: CommandContext,
  options: CommonOptions & { readonly shell: string },
): Promise<Outcome> {
  await writeOutput(context, options.out, SCRIPTS[options.shell] ?? "");
  return "ok";
}
