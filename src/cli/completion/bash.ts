import { type Completion, choicesByFlag, type Flag, quoted, stepsOf, takingNames } from "./spots.ts";

/** Where nothing of ours fits, bash offers the files that are there (`-o default`). */
export function bashScript(completion: Completion): string {
  const { spots, everywhere } = completion;
  const names = (flags: readonly Flag[]): string => flags.flatMap((flag) => flag.names).join(" ");
  const steps = stepsOf(completion).map(([seen, path]) => `        ${quoted(seen)}) spot=${quoted(path)} ;;`);
  const values = choicesByFlag(completion).map(
    ([place, choices]) =>
      `    ${quoted(place)}) COMPREPLY=($(compgen -W ${quoted(choices.join(" "))} -- "$cur")); return ;;`,
  );
  const options = spots.map(
    ({ path, flags }) => `      ${quoted(path)}) words=${quoted(names([...flags, ...everywhere]))} ;;`,
  );
  const commands = spots.map(
    ({ path, words }) => `      ${quoted(path)}) words=${quoted(words.map(({ name }) => name).join(" "))} ;;`,
  );
  return `# Completion of memoir for bash.
_memoir() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" spot="" skip="" words="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ -n $skip ]]; then skip=""; continue; fi
    case "\${COMP_WORDS[i]}" in
      ${takingNames(completion).join("|")}) skip=1 ;;
      -*) ;;
      *) case "$spot \${COMP_WORDS[i]}" in
${steps.join("\n")}
        esac ;;
    esac
  done
  case "$spot $prev" in
${values.join("\n")}
  esac
  if [[ -n $skip ]]; then return; fi
  if [[ $cur == -* ]]; then
    case "$spot" in
${options.join("\n")}
    esac
  else
    case "$spot" in
${commands.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _memoir memoir`;
}
