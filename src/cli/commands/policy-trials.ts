import { MAX_PER_PAGE, withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { MAX_POLICY_VERSION } from "../../domain/policy.ts";
import type {
  Comparison,
  DecisionDifference,
  PolicyVersion,
  Trial,
  TuningOptions,
  TuningStep,
} from "../../index.ts";
import { type Host, type MemoirCommand, newCommand, REASON_OPTION, wholeNumber } from "../command.ts";
import { ago } from "../format.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { differenceLines, patchOf } from "./policy-settings.ts";

const versionNumber = wholeNumber(1, MAX_POLICY_VERSION);

type Why = Pick<TuningOptions, "reason">;

export function proposeCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "propose",
    "Try a policy on the logged decisions; without settings, look for a better one. Nothing is put in force.",
    ["policy propose", "policy propose writePolicy.minConfidence=0.7 --reason 'too much noise'"],
  )
    .argument("[settings...]", "KEY=VALUE as policy show lists them; none: the tuner looks for a change")
    .option(...REASON_OPTION)
    .inTenant(async ({ operator: { policy, tuning }, tenant, out, by }, settings: string[], why: Why) => {
      const patch = settings.length === 0 ? null : patchOf(settings, await policy.current());
      const proposed = await tuning.propose(patch, { ...by, ...why });
      out.answer({ tenant, ...proposed }, (screen) =>
        proposed.trial === null
          ? [
              `No better policy was found; ${proposed.tried} were tried.`,
              ...proposed.reasons.map((one) => `  ${one}`),
            ]
          : trialLines(screen, proposed.trial),
      );
    });
}

export function compareCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "compare",
    "Compare a candidate with the policy in force: scores, and the decisions that differ.",
    ["policy compare", "policy compare 3 --limit 50"],
  )
    .argument("[version]", "the candidate (default: the newest)", versionNumber)
    .option("--limit <n>", "decisions shown", wholeNumber(1, MAX_PER_PAGE), 10)
    .inTenant(
      async (
        { operator: { tuning }, tenant, out },
        number: number | undefined,
        { limit }: { limit: number },
      ) => {
        const version = number ?? (await tuning.trials())[0]?.version;
        if (version === undefined) {
          out.answer({ tenant, trial: null }, ({ suggest }) => [
            `There is no candidate. Propose one: ${suggest("policy propose", { inScope: false })}`,
          ]);
          return;
        }
        const trial = await tuning.compare(version);
        const { items: differences } = await tuning.differences(version, { limit });
        out.answer({ tenant, trial, differences }, (screen) => [
          ...trialLines(screen, trial),
          ...differenceTable(screen, differences, trial.comparison.changed),
        ]);
      },
    );
}

export function canaryCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "canary",
    "Put a candidate in force in a share of the scopes, or take it out again.",
    ["policy canary 3 --share 0.1", "policy canary 3 --end"],
  )
    .argument("<version>", "the candidate", versionNumber)
    .option("--share <share>", "share of the scopes, such as 0.1 (default: tuning.canaryShare)", shareOf)
    .option("--end", "end the trial; nothing of it stays in force")
    .option(...REASON_OPTION)
    .inTenant(
      async (
        { operator: { tuning }, tenant, out, by },
        version: number,
        { share, end = false, ...why }: Why & { share?: number; end?: boolean },
      ) => {
        const options = { ...by, ...why };
        const trial = end
          ? await tuning.withdraw(version, options)
          : await tuning.canary(version, { ...options, ...withoutUndefined({ share }) });
        out.answer({ tenant, ...trial }, ({ colors, suggest, tick }) =>
          end
            ? [`${tick} Candidate ${version} is withdrawn; every scope goes by the policy in force`]
            : [
                `${tick} Candidate ${version} is in force in ${percent(trial.share)} of the scopes`,
                colors.dim(`  Take it back: ${suggest("policy rollback", { inScope: false })}`),
                colors.dim(`  Everywhere: ${suggest(`policy promote ${version}`, { inScope: false })}`),
              ],
        );
      },
    );
}

export function promoteCommand(host: Host): MemoirCommand {
  return newCommand(host, "promote", "Put a candidate in force everywhere, as a new version.", [
    "policy promote 3",
    "policy promote 3 --reason 'it held for a week'",
  ])
    .argument("<version>", "the candidate", versionNumber)
    .option(...REASON_OPTION)
    .inTenant(async ({ operator: { tuning }, tenant, out, by }, version: number, why: Why) => {
      const policy: PolicyVersion = await tuning.promote(version, { ...by, ...why });
      out.answer({ tenant, ...policy }, ({ colors, suggest, tick }) => [
        `${tick} Policy version ${policy.version} is in force, in every process: candidate ${version}`,
        colors.dim(`  Take it back: ${suggest("policy rollback", { inScope: false })}`),
      ]);
    });
}

export function driftCommand(host: Host): MemoirCommand {
  return newCommand(host, "drift", "Show how far what is remembered has changed, and the open alarms.", [
    "policy drift",
    "policy drift --tenant acme --json",
  ]).inTenant(async ({ operator: { tuning }, tenant, out }) => {
    const drift = await tuning.drift();
    out.answer({ tenant, ...drift }, ({ colors }) => {
      const line = (name: string, { similarity, current, alarms }: typeof drift.recent): string[] => [
        `${name}: ${similarity === null ? `too few claims to tell (${current.claims})` : `similarity ${similarity.toFixed(2)}`}`,
        ...alarms.map((alarm) => `  ${colors.yellow(alarm)}`),
      ];
      return [
        ...line("Last days against those before", drift.recent),
        ...(drift.sincePolicy === null
          ? []
          : line(`Since policy version ${drift.sincePolicy.version}`, drift.sincePolicy)),
        drift.open.length === 0 ? "No alarm is open." : `Open alarms: ${drift.open.length}`,
        ...drift.open.map(({ num, reason }) => `  ${num}  ${oneLine(reason)}`),
      ];
    });
  });
}

export function stepsCommand(host: Host): MemoirCommand {
  return newCommand(host, "steps", "List the steps of tuning, newest first: who did what, and why.", [
    "policy steps",
    "policy steps --undo 4",
  ])
    .option("--undo <step>", "take a step back", versionNumber)
    .option(...REASON_OPTION)
    .inTenant(
      async ({ operator: { tuning }, tenant, out, by }, { undo, ...why }: Why & { undo?: number }) => {
        const done: TuningStep[] = undo === undefined ? [] : [await tuning.undo(undo, { ...by, ...why })];
        const steps = undo === undefined ? (await tuning.steps({ limit: 100 })).items : done;
        out.answer({ tenant, steps }, (screen) =>
          table(screen, steps, [
            ["STEP", ({ num }) => String(num), screen.colors.cyan],
            ["WHAT", ({ kind, version }) => `${kind} ${version}`],
            ["WHO", ({ actor, at }) => `${oneLine(actor)}, ${ago(at, screen.now)}`],
            ["WHY", (step) => oneLine(step.reason)],
            ["UNDONE", ({ undoneBy }) => (undoneBy === null ? "" : `by ${undoneBy}`)],
          ]),
        );
      },
    );
}

function shareOf(text: string): number {
  const share = Number(text);
  if (text.trim() !== "" && share > 0 && share < 1) return share;
  throw invalidArgument(`--share must be above 0 and below 1, got ${oneLine(text)}.`);
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

const STATUS: Readonly<Record<Trial["status"], string>> = {
  shadow: "decides beside the policy in force, without effect",
  canary: "is in force in a share of the scopes",
  promoted: "was promoted",
  refused: "lost",
  withdrawn: "was withdrawn",
};

/** A candidate: its settings, the scores of both policies side by side, and the verdict. */
function trialLines(screen: Screen, trial: Trial): string[] {
  const { colors } = screen;
  const { comparison } = trial;
  const { verdict, reasons, notReplayed } = comparison;
  const tone = verdict === "better" ? colors.green : verdict === "worse" ? colors.red : colors.yellow;
  return [
    `${colors.bold(`Candidate ${trial.version}`)} against version ${trial.base}; it ${STATUS[trial.status]}`,
    ...differenceLines(screen, trial.settings),
    "",
    ...scoreTable(screen, comparison),
    "",
    tone(`${verdict}: ${reasons.join(" ")}`),
    ...(notReplayed.length === 0 ? [] : [`The log cannot show the effect of: ${notReplayed.join(", ")}`]),
    `${comparison.changed} of ${comparison.decisions} logged decisions differ`,
  ];
}

function scoreTable(screen: Screen, { holdout, training }: Comparison): string[] {
  const rows = [
    ...holdout.objectives.map(({ objective, active, candidate, difference, withinBound }) => ({
      name: objective as string,
      active: percent(active),
      candidate: percent(candidate),
      change: `${percent(difference.value)} (${percent(difference.low)} to ${percent(difference.high)})`,
      note: withinBound ? "" : "out of bound",
    })),
    {
      name: "score",
      active: holdout.active.toFixed(3),
      candidate: holdout.candidate.toFixed(3),
      change: `${holdout.gain.value.toFixed(3)} (training ${training.gain.value.toFixed(3)})`,
      note: `${holdout.labelled} labelled`,
    },
  ];
  return table(screen, rows, [
    ["HELD OUT", ({ name }) => name],
    ["ACTIVE", ({ active }) => active],
    ["CANDIDATE", ({ candidate }) => candidate],
    ["CHANGE", ({ change }) => change],
    ["", ({ note }) => note, screen.colors.yellow],
  ]);
}

function differenceTable(screen: Screen, differences: readonly DecisionDifference[], all: number): string[] {
  if (differences.length === 0) return [];
  return [
    "",
    ...table(screen, differences, [
      ["SCOPE", ({ scope }) => oneLine(scope), screen.colors.cyan],
      ["ACTIVE", ({ was }) => was],
      ["CANDIDATE", ({ becomes }) => becomes],
      ["WHY", ({ reason }) => oneLine(reason)],
      ["MEMORY", ({ memoryId }) => memoryId?.slice(0, 6) ?? ""],
    ]),
    ...(all > differences.length ? [screen.colors.dim(`${all - differences.length} more: --limit`)] : []),
  ];
}
