import type { CompletedCommand, Value } from "./command-tree.ts";
import { anyOf, knownAs, namesOf, quoted, valued } from "./shell-parts.ts";

/** Completion for bash 3.2 and later, from the tree of commands. */
export function bashScript(name: string, tree: readonly CompletedCommand[]): string {
  const verbs = tree.filter(({ path }) => path.length > 0).map(knownAs);
  return `# Completion of ${name} for bash: eval "$(${name} complete bash)"
_${name}_offer() {
  local line
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$@" -- "$cur")
}
_${name}_paths() {
  compopt -o filenames 2>/dev/null
  _${name}_offer "$1"
}
_${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" known="" i
  COMPREPLY=()
  # bash makes words of "--option", "=" and "value".
  if [ "$cur" = "=" ]; then cur=""
  elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$known \${COMP_WORDS[i]}" in
      ${anyOf(verbs)}) known="$known \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$known:$prev" in
${valued(tree)
  .map(({ value, where }) => `    ${anyOf(where)})\n      ${offer(name, value)}\n      return ;;`)
  .join("\n")}
  esac
  case "$known" in
${tree.map((command) => `    "${knownAs(command)}") ${wordsOf(name, command)} ;;`).join("\n")}
  esac
}
complete -F _${name} ${name}
`;
}

function offer(name: string, value: Value): string {
  if (value.kind === "choices") return `_${name}_offer -W ${quoted(value.choices.join(" "))}`;
  if (value.kind === "other") return ":";
  return `_${name}_paths ${value.kind === "folders" ? "-d" : "-f"}`;
}

function wordsOf(name: string, { options, verbs, argument }: CompletedCommand): string {
  const flags = `_${name}_offer -W ${quoted(options.flatMap(namesOf).join(" "))}`;
  const other =
    verbs.length > 0
      ? `_${name}_offer -W ${quoted(verbs.map((verb) => verb.name).join(" "))}`
      : offer(name, argument);
  return `case "$cur" in -*) ${flags} ;; *) ${other} ;; esac`;
}
