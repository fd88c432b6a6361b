import { Argument, type Command, type Option } from "commander";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";

const SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
} as const satisfies Readonly<Record<string, (completion: Completion) => string>>;

type Shell = keyof typeof SCRIPTS;

export function completionCommand(host: Host): MemoirCommand {
  return newCommand(host, "completion", "Print a script that completes commands and options in a shell.", [
    "completion bash >> ~/.bashrc",
    "completion fish > ~/.config/fish/completions/memoir.fish",
  ])
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SCRIPTS)))
    .run(async ({ out }, shell: Shell, _flags: object, command: Command) => {
      // All that the program understands is read off the program itself.
      const program = command.parent ?? command;
      const script = SCRIPTS[shell]({ everywhere: flagsOf(program), spots: spotsOf(program, "") });
      out.answer({ shell, script }, () => [script]);
    });
}

interface Word {
  readonly name: string;
  readonly about: string;
}

interface Flag {
  /** `--json`, `-h`: all its spellings. */
  readonly names: readonly string[];
  readonly about: string;
  /** Whether a value follows it. */
  readonly takes: boolean;
  /** The values there are; none when any will do. */
  readonly choices: readonly string[];
}

/** A place in a command line: behind the commands of its path. */
interface Spot {
  /** `keys create`; empty right behind `memoir`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

interface Completion {
  readonly everywhere: readonly Flag[];
  readonly spots: readonly Spot[];
}

function spotsOf(command: Command, path: string): Spot[] {
  const commands = command.createHelp().visibleCommands(command);
  const words = commands.map((one) => ({ name: one.name(), about: one.description() }));
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, about: description })),
  );
  const commandSpot: Spot = {
    path,
    words: [...words, ...choices],
    // The program's own are there everywhere.
    flags: path === "" ? [] : flagsOf(command),
  };
  const below = (name: string): string => (path === "" ? name : `${path} ${name}`);
  const inner = commands.flatMap((child) =>
    child.name() === "help"
      ? [{ path: below("help"), words: words.filter(({ name }) => name !== "help"), flags: [] }]
      : spotsOf(child, below(child.name())),
  );
  return [commandSpot, ...inner];
}

function flagsOf(command: Command): Flag[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option: Option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined),
      about: option.description,
      takes: option.required || option.optional,
      choices: option.argChoices ?? [],
    }));
}

/** The spellings of all options that a value follows: what comes next is no command. */
function takingNames({ everywhere, spots }: Completion): string[] {
  const flags = [...everywhere, ...spots.flatMap((spot) => spot.flags)].filter(({ takes }) => takes);
  return [...new Set(flags.flatMap(({ names }) => names))].sort();
}

/** From one spot to the next: `["keys create", "keys create"]`, and from the first one `[" keys", "keys"]`. */
function stepsOf({ spots }: Completion): [seen: string, path: string][] {
  return spots
    .filter(({ path }) => path !== "")
    .map(({ path }) => [path.includes(" ") ? path : ` ${path}`, path]);
}

/** Each option whose values are known, where it stands: `["keys create --role", ["read", …]]`. */
function choicesByFlag({ everywhere, spots }: Completion): [place: string, choices: readonly string[]][] {
  return spots.flatMap(({ path, flags }) =>
    [...everywhere, ...flags].flatMap(({ names, choices }) =>
      choices.length === 0
        ? []
        : names.map((name): [string, readonly string[]] => [`${path} ${name}`, choices]),
    ),
  );
}

/** A word as every shell takes it. */
function quoteShellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Where nothing of ours fits, bash offers the files that are there (`-o default`). */
function bashScript(completion: Completion): string {
  const { spots, everywhere } = completion;
  const names = (flags: readonly Flag[]): string => flags.flatMap((flag) => flag.names).join(" ");
  const steps = stepsOf(completion).map(
    ([seen, path]) => `        ${quoteShellWord(seen)}) spot=${quoteShellWord(path)} ;;`,
  );
  const values = choicesByFlag(completion).map(
    ([place, choices]) =>
      `    ${quoteShellWord(place)}) COMPREPLY=($(compgen -W ${quoteShellWord(choices.join(" "))} -- "$cur")); return ;;`,
  );
  const options = spots.map(
    ({ path, flags }) =>
      `      ${quoteShellWord(path)}) words=${quoteShellWord(names([...flags, ...everywhere]))} ;;`,
  );
  const commands = spots.map(
    ({ path, words }) =>
      `      ${quoteShellWord(path)}) words=${quoteShellWord(words.map(({ name }) => name).join(" "))} ;;`,
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

function zshScript(completion: Completion): string {
  const { spots, everywhere } = completion;
  const steps = stepsOf(completion).map(
    ([seen, path]) => `          (${quoteShellWord(seen)}) spot=${quoteShellWord(path)} ;;`,
  );
  const values = choicesByFlag(completion).map(
    ([place, choices]) =>
      `    (${quoteShellWord(place)}) compadd -- ${choices.map(quoteShellWord).join(" ")}; return ;;`,
  );
  const options = spots.map(
    ({ path, flags }) =>
      `      (${quoteShellWord(path)}) found=(${describeWords(asWords([...flags, ...everywhere]))}) ;;`,
  );
  const commands = spots.map(
    ({ path, words }) => `      (${quoteShellWord(path)}) found=(${describeWords(words)}) ;;`,
  );
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
function describeWords(words: readonly Word[]): string {
  return words
    .map(({ name, about }) =>
      quoteShellWord(`${name.replaceAll(":", "\\:")}:${about.replaceAll(":", "\\:")}`),
    )
    .join(" ");
}

function fishScript(completion: Completion): string {
  const { spots, everywhere } = completion;
  const steps = stepsOf(completion).flatMap(([seen, path]) => [
    `                    case ${inFish(seen)}`,
    `                        set spot ${inFish(path)}`,
  ]);
  const lines = spots.flatMap(({ path, words, flags }) => {
    const here = `complete -c memoir -n ${inFish(`__memoir_at ${inFish(path)}`)}`;
    return [
      ...words.map(({ name, about }) => `${here} -f -a ${inFish(name)} -d ${inFish(about)}`),
      ...flags.map((flag) => `${here} ${flagText(flag)}`),
    ];
  });
  return `# Completion of memoir for fish.
function __memoir_at
    set -l spot ""
    set -l skip ""
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test -n "$skip"
            set skip ""
            continue
        end
        switch $word
            case ${takingNames(completion).join(" ")}
                set skip 1
            case '-*'
            case '*'
                switch "$spot $word"
${steps.join("\n")}
                end
        end
    end
    test "$spot" = "$argv[1]"
end
${everywhere.map((flag) => `complete -c memoir ${flagText(flag)}`).join("\n")}
${lines.join("\n")}`;
}

/** `-r`: a value follows, which may be a file; `-x`: one of these. */
function flagText({ names, about, takes, choices }: Flag): string {
  const spelled = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const value = choices.length > 0 ? ` -x -a ${inFish(choices.join(" "))}` : takes ? " -r" : "";
  return `${spelled.join(" ")}${value} -d ${inFish(about)}`;
}

/** In fish a backslash escapes inside single quotes too. */
function inFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
