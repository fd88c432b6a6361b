import { invalidArgument } from "../../domain/errors.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import type { OperatorHandle } from "../../index.ts";
import { groupCommand, type Host, type MemoirCommand, newCommand } from "../command.ts";
import { EXIT } from "../failure.ts";
import { ago, countText, dueIn } from "../format.ts";
import { type Lines, type Screen, table } from "../output.ts";
import { canAsk, confirm, noTerminal } from "../terminal.ts";
import { oneLine } from "../width.ts";

type Upkeep = OperatorHandle["upkeep"];
type UpkeepStatus = Awaited<ReturnType<Upkeep["status"]>>[number];
type UpkeepResult = Awaited<ReturnType<Upkeep["run"]>>;

export function upkeepCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(host, "upkeep", "See the jobs that keep memories in order, and run one by hand.", [
      "upkeep status",
      "upkeep run purge --dry-run",
    ]),
    [statusCommand(host), runCommand(host)],
  );
}

function statusCommand(host: Host): MemoirCommand {
  return newCommand(host, "status", "List the upkeep jobs: when each runs next, and what its last run did.", [
    "upkeep status",
    "upkeep status --tenant acme --json",
  ]).inTenant(async ({ operator, tenant, out }) => {
    const jobs = await operator.upkeep.status();
    out.answer({ tenant, jobs }, (screen) => [
      jobTable(screen, jobs),
      jobs.map(({ name, last }) => last !== null && screen.colors.dim(`  ${name}: last run ${last.id}`)),
    ]);
  });
}

function jobTable(screen: Screen, jobs: readonly UpkeepStatus[]): string[] {
  const { colors, now } = screen;
  return table(screen, jobs, [
    ["JOB", (job) => job.name, colors.cyan],
    ["NEXT RUN", (job) => nextText(job, now)],
    ["LAST RUN", ({ last }) => (last === null ? "never" : ago(last.startedAt, now)), colors.dim],
    [
      "STATUS",
      ({ last }) => last?.status ?? "-",
      (text, { last }) => (last?.status === "failed" ? colors.red(text) : text),
    ],
    ["DID", ({ last }) => (last === null ? "-" : oneLine(countsText(last.counts)))],
    ["ABOUT", (job) => job.about],
  ]);
}

function nextText({ schedule, nextAt }: UpkeepStatus, now: Date): string {
  if (schedule === null) return "by hand";
  return nextAt === null ? schedule : dueIn(nextAt, now);
}

function countsText(counts: UpkeepResult["counts"]): string {
  const positive = Object.entries(counts).filter(([, value]) => value > 0);
  return positive.length === 0 ? "nothing" : positive.map(([name, value]) => `${value} ${name}`).join(", ");
}

function runCommand(host: Host): MemoirCommand {
  return newCommand(host, "run", "Run an upkeep job now; one that cannot be undone asks first.", [
    "upkeep run purge --dry-run",
    "upkeep run purge --yes",
  ])
    .argument("<name>", "the job, as upkeep status lists it")
    .option("--dry-run", "change nothing; print what would change")
    .option("--yes", "do not ask")
    .inTenant(
      async (
        { operator, tenant, io, out },
        name: string,
        { dryRun = false, yes = false }: { dryRun?: boolean; yes?: boolean },
      ) => {
        const { reversible } = await theJob(operator, name);
        if (!dryRun && !reversible && !yes) {
          if (!canAsk(io)) throw noTerminal(`upkeep run ${name}`);
          io.stderr.write(`Memories that ${name} erases cannot be restored.\n`);
          if (!(await confirm(io, `Run ${name}?`))) {
            out.answer({ tenant, name, run: null }, () => ["Nothing was changed."]);
            return EXIT.no;
          }
        }
        const result = await operator.upkeep.run(name, { dryRun, signal: io.signal });
        out.answer({ tenant, ...result }, (screen) =>
          dryRun ? dryLines(screen, result) : doneLines(screen, result, reversible),
        );
      },
    );
}

async function theJob({ upkeep }: OperatorHandle, name: string): Promise<UpkeepStatus> {
  const jobs = await upkeep.status();
  const job = jobs.find((one) => one.name === name);
  if (job !== undefined) return job;
  const names = jobs.map((one) => one.name).join(", ");
  throw invalidArgument(`There is no upkeep job "${name}". There are: ${names}.`);
}

function dryLines(screen: Screen, { name, changes, more }: UpkeepResult): Lines {
  const many = countText(changes.length, "change", "changes");
  return [
    changes.length === 0 ? `${name} would change nothing.` : `${name} would make ${many}:`,
    changeLines(screen, changes),
    more && "  … and more than one run may do.",
  ];
}

/** One line a change: what, where, since when, and the memory's words. */
function changeLines({ colors }: Screen, changes: UpkeepResult["changes"]): string[] {
  return changes.map(({ action, scope, memoryId, text, detail, at }) =>
    [
      `  ${action}`,
      memoryId && colors.cyan(memoryId.slice(0, SHORT_ID)),
      scope && oneLine(scope),
      `${detail},`,
      colors.dim(`due ${at.toISOString()}`),
      text && oneLine(text),
    ]
      .filter((part) => part !== null)
      .join(" "),
  );
}

function doneLines({ colors, suggest, tick }: Screen, result: UpkeepResult, reversible: boolean): Lines {
  const { name, run: record, counts, changes, more } = result;
  return [
    `${tick} ${name}: ${countsText(counts)}.`,
    more && colors.dim("  It stopped at its limit; run it again for the rest."),
    record !== null &&
      reversible &&
      changes.length > 0 &&
      colors.dim(`  Take it back: ${suggest(`undo --batch ${record.id}`, { inScope: false })}`),
  ];
}
