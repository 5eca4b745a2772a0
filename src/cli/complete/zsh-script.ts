import type { CompletedCommand, Value } from "./command-tree.ts";
import { anyOf, knownAs, namesOf, quoted, valued } from "./shell-parts.ts";

/** Completion for zsh with descriptions, from the tree of commands. */
export function zshScript(name: string, tree: readonly CompletedCommand[]): string {
  const verbs = tree.filter(({ path }) => path.length > 0).map(knownAs);
  return `#compdef ${name}
# Completion of ${name} for zsh: eval "$(${name} complete zsh)", after compinit
_${name}() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" known="" word
  local -a flags verbs
  if [[ "$cur" == --*=* ]]; then prev="\${cur%%=*}"; compset -P '*='; fi
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$known $word" in
      (${anyOf(verbs)}) known="$known $word" ;;
    esac
  done
  case "$known:$prev" in
${valued(tree)
  .map(({ value, where }) => `    (${anyOf(where)}) ${offer(value)}; return ;;`)
  .join("\n")}
  esac
  case "$known" in
${tree.map(casesOf).join("\n")}
  esac
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function offer(value: Value): string {
  if (value.kind === "choices") return `compadd -- ${value.choices.map(quoted).join(" ")}`;
  if (value.kind === "other") return ":";
  return value.kind === "folders" ? "_files -/" : "_files";
}

/** "name:description", as _describe expects it. */
const described = (word: string, about: string): string =>
  quoted(`${word.replaceAll(":", "\\:")}:${about}`);

function casesOf(command: CompletedCommand): string {
  const { options, verbs, argument } = command;
  const flags = options.flatMap((option) =>
    namesOf(option).map((each) => described(each, option.about)),
  );
  const other =
    verbs.length > 0
      ? `verbs=(${verbs.map((verb) => described(verb.name, verb.about)).join(" ")}); _describe command verbs`
      : offer(argument);
  return `    ("${knownAs(command)}")
      if [[ "$cur" == -* ]]; then flags=(${flags.join(" ")}); _describe -o option flags
      else ${other}; fi ;;`;
}
