import { type Completion, type Flag, stepsOf, takingNames } from "./spots.ts";

export function fishScript(completion: Completion): string {
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
