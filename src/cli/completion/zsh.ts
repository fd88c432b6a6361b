import {
  type Completion,
  choicesByFlag,
  type Flag,
  quoted,
  stepsOf,
  takingNames,
  type Word,
} from "./spots.ts";

export function zshScript(completion: Completion): string {
  const { spots, everywhere } = completion;
  const steps = stepsOf(completion).map(
    ([seen, path]) => `          (${quoted(seen)}) spot=${quoted(path)} ;;`,
  );
  const values = choicesByFlag(completion).map(
    ([place, choices]) => `    (${quoted(place)}) compadd -- ${choices.map(quoted).join(" ")}; return ;;`,
  );
  const options = spots.map(
    ({ path, flags }) =>
      `      (${quoted(path)}) found=(${described(asWords([...flags, ...everywhere]))}) ;;`,
  );
  const commands = spots.map(({ path, words }) => `      (${quoted(path)}) found=(${described(words)}) ;;`);
  return `#compdef memoir
# Completion of memoir for zsh.
_memoir() {
  local spot="" skip="" i
  local -a found
  for (( i = 2; i < CURRENT; i++ )); do
    if [[ -n $skip ]]; then skip=""; continue; fi
    case $words[i] in
      (${takingNames(completion).join("|")}) skip=1 ;;
      (-*) ;;
      (*) case "$spot $words[i]" in
${steps.join("\n")}
        esac ;;
    esac
  done
  case "$spot $words[CURRENT-1]" in
${values.join("\n")}
  esac
  if [[ -n $skip ]]; then _files; return; fi
  if [[ $words[CURRENT] == -* ]]; then
    case "$spot" in
${options.join("\n")}
    esac
    _describe -o option found
  else
    case "$spot" in
${commands.join("\n")}
    esac
    if (( $#found )); then _describe command found; else _files; fi
  fi
}
# Loaded from a folder of $fpath this file is the body of the function itself.
if [[ $funcstack[1] == _memoir ]]; then _memoir "$@"; else compdef _memoir memoir; fi`;
}

function asWords(flags: readonly Flag[]): Word[] {
  return flags.flatMap(({ names, about }) => names.map((name) => ({ name, about })));
}

/** `_describe` splits at the first colon that is not escaped. */
function described(words: readonly Word[]): string {
  return words
    .map(({ name, about }) => quoted(`${name.replaceAll(":", "\\:")}:${about.replaceAll(":", "\\:")}`))
    .join(" ");
}
