import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import type { OperatorHandle } from "../../index.ts";
import { newCommand } from "../command.ts";
import { canAsk, confirm, unasked } from "../confirm.ts";
import type { Context, Host } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { count } from "../format.ts";
import type { Screen } from "../output.ts";
import { withOperator } from "../with-operator.ts";
import { changeLines, countsText, type UpkeepResult } from "./upkeep-view.ts";

interface RunFlags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function upkeepRunCommand(host: Host): Command {
  return newCommand(host, "run", "Run an upkeep job now; one that cannot be undone asks first.", [
    "upkeep run purge --dry-run",
    "upkeep run purge --yes",
  ])
    .argument("<name>", "the job, as upkeep status lists it")
    .option("--dry-run", "change nothing; print what would change")
    .option("--yes", "do not ask")
    .action((name: string, flags: RunFlags) => host.run((context) => run(context, name, flags)));
}

async function run(context: Context, name: string, flags: RunFlags): Promise<ExitCode | undefined> {
  const { io, out } = context;
  return withOperator(context, { creates: false }, async ({ operator }) => {
    const dryRun = flags.dryRun === true;
    const { reversible } = await theJob(operator, name);
    if (!dryRun && !reversible && flags.yes !== true) {
      if (!canAsk(io)) throw unasked(`upkeep run ${name}`);
      io.stderr.write(`What ${name} erases is beyond undo: nobody can bring it back.\n`);
      if (!(await confirm(io, `Run ${name}?`))) {
        out.answer({ tenant: operator.tenant, name, run: null }, () => ["Nothing was changed."]);
        return EXIT.no;
      }
    }
    const result = await operator.upkeep.run(name, { dryRun, signal: io.signal });
    out.answer({ tenant: operator.tenant, ...result }, (screen) =>
      dryRun ? dryLines(screen, result) : doneLines(screen, result, reversible),
    );
    return undefined;
  });
}

async function theJob(
  { upkeep }: OperatorHandle,
  name: string,
): Promise<Awaited<ReturnType<OperatorHandle["upkeep"]["status"]>>[number]> {
  const jobs = await upkeep.status();
  const job = jobs.find((one) => one.name === name);
  if (job !== undefined) return job;
  const names = jobs.map((one) => one.name).join(", ");
  throw new MemoirError("invalid_argument", `There is no upkeep job "${name}". There are: ${names}.`);
}

function dryLines(screen: Screen, { name, changes, more }: UpkeepResult): string[] {
  const many = count(changes.length, "change", "changes");
  return [
    changes.length === 0 ? `${name} would change nothing.` : `${name} would make ${many}:`,
    ...changeLines(screen, changes),
    ...(more ? ["  … and more than one run may do."] : []),
  ];
}

function doneLines({ colors, suggest }: Screen, result: UpkeepResult, reversible: boolean): string[] {
  const { name, run: record, counts, changes, more } = result;
  return [
    `${colors.green("✓")} ${name}: ${countsText(counts)}.`,
    ...(more ? [colors.dim("  It stopped at its limit; run it again for the rest.")] : []),
    ...(record === null || !reversible || changes.length === 0
      ? []
      : [colors.dim(`  Take it back: ${suggest(`undo --batch ${record.id}`, { inScope: false })}`)]),
  ];
}
