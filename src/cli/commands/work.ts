import type { Command } from "commander";
import { MemoirError } from "../../domain/errors.ts";
import { DEFAULT_TENANT } from "../../domain/scope.ts";
import { openMemoir, type PresetName } from "../../index.ts";
import { newCommand } from "../command.ts";
import type { Config } from "../config.ts";
import type { Context, Host } from "../context.ts";
import { stopSignal } from "../io.ts";
import { type JobTotals, totalsOf } from "../jobs/job-view.ts";
import { configOf, fileOf, isThere } from "../open.ts";
import { createReport, endLines, startLines } from "../work/report.ts";
import { workOnce, workUntil } from "../work/run.ts";

interface WorkFlags {
  readonly once?: boolean;
}

export function workCommand(host: Host): Command {
  return newCommand(
    host,
    "work",
    "Run the background jobs of a database, for all its tenants, until Ctrl-C.",
    ["work", "work --once --json"],
  )
    .option("--once", "only what is ready now, then end")
    .action((flags: WorkFlags) => host.run((context) => work(context, flags.once === true)));
}

async function work(context: Context, once: boolean): Promise<undefined> {
  const { io, out } = context;
  const config = configOf(context);
  const database = databaseOf(config, io.cwd);
  const { tenant = DEFAULT_TENANT, embedder, model, settings } = config;
  const report = createReport(out, tenant);
  const stop = stopSignal(io);
  const memoir = await openMemoir({
    database,
    embedder,
    ...(model === undefined ? {} : { model }),
    preset: config.preset as PresetName,
    settings,
    background: !once,
    onJob: report.onJob,
    onError: (error) => out.notice(`The queue cannot be reached: ${messageOf(error)}`),
  });
  const queue = async (): Promise<JobTotals> => totalsOf(await memoir.operator(tenant).jobs.stats());
  let left: JobTotals | null = null;
  try {
    const { location } = await memoir.info();
    const waiting = await queue();
    if (out.json) out.record({ event: "start", database: location, tenant, embedder, queue: waiting });
    else out.lines(startLines(out.screen, { location, embedder, queue: waiting, once }));
    if (once) {
      await workOnce(memoir, report, stop);
      left = await queue();
    } else await workUntil(memoir, out, stop);
  } finally {
    if (stop.aborted) out.notice("Stopping. What runs may finish; Ctrl-C again ends it at once.");
    await memoir.close();
  }
  const { counts } = report;
  if (out.json) out.record({ event: "end", ...counts, queue: left });
  else out.lines(endLines(out.screen, counts, left));
}

/** A worker makes no database: with a mistyped path it would wait for ever at a new one. */
function databaseOf({ database, settings }: Config, cwd: string): string {
  if (settings.emergencyReadOnly) {
    throw new MemoirError("read_only", "emergencyReadOnly is on, so no job can run. Switch it off first.");
  }
  const file = fileOf(database, cwd);
  if (file === null || isThere(file)) return file ?? database;
  throw new MemoirError(
    "not_found",
    `There is no database at ${file} yet, so there is nothing to work on. The first add creates it; or pass another with --database.`,
    { details: { database: file } },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
