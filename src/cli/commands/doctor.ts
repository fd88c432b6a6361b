import { invalidArgument } from "../../domain/errors.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import type { Config } from "../config.ts";
import { type Context, serverOf } from "../context.ts";
import { databaseChecks, serverChecks } from "../doctor/database.ts";
import { badBecause, type Check, diskCheck, nodeCheck, ok, sqliteCheck } from "../doctor/machine.ts";
import { embedderCheck, modelCheck } from "../doctor/models.ts";
import { EXIT, type ExitCode } from "../failure.ts";
import { countText } from "../format.ts";
import { packageInfo } from "../io.ts";
import { configOf, databaseFile } from "../open.ts";
import type { Screen } from "../output.ts";
import { harmless, pad, wrap } from "../width.ts";

export function doctorCommand(host: Host): MemoirCommand {
  return newCommand(host, "doctor", "Check that everything Memoir needs is in order, and how to mend it.", [
    "doctor",
    "doctor --database ./other.db --json",
  ])
    .option(
      "--online",
      "also ask the configured models that are not on this machine, with one tiny call each",
    )
    .option(
      "--rewrite",
      "rewrite all tables, so that nothing erased is left in their files; other writers wait meanwhile",
    )
    .run(doctor);
}

async function doctor(
  context: Context,
  { online = false, rewrite = false }: { online?: boolean; rewrite?: boolean },
): Promise<ExitCode> {
  const checks = await allChecks(context, online, rewrite);
  const healthy = checks.every(({ status }) => status !== "fail");
  context.out.answer({ ok: healthy, checks }, (screen) => [
    checks.map((check) => checkLines(screen, check)),
    "",
    verdict(screen, checks),
  ]);
  return healthy ? EXIT.ok : EXIT.no;
}

async function allChecks(context: Context, online: boolean, rewrite: boolean): Promise<Check[]> {
  const server = serverOf(context);
  if (server !== null && rewrite) {
    throw invalidArgument(
      "--rewrite works on a database and not through a server. Run it where the database is, with --database.",
    );
  }
  if (server !== null) return serverChecks(server, context.out.screen.suggest);
  const checks = [nodeCheck(process.versions.node, packageInfo().engines.node), await sqliteCheck()];
  let config: Config;
  try {
    config = configOf(context);
  } catch (error) {
    return [
      ...checks,
      badBecause("settings", error, "Correct the settings; docs/cli.md says where they come from."),
    ];
  }
  checks.push(ok("settings", settingsText(config)));
  checks.push(await embedderCheck(config, context.io, online), await modelCheck(config, context.io, online));
  const file = databaseFile(config.database, context.io.cwd);
  if (file !== null) checks.push(await diskCheck(file));
  return [...checks, ...(await databaseChecks(config, context.io.cwd, context.out.screen.suggest, rewrite))];
}

function settingsText({ preset, sources }: Config): string {
  const others = new Set(
    sources.map(({ from }) => from).filter((from) => from !== "default" && !from.startsWith("preset ")),
  );
  return `preset ${preset}${others.size === 0 ? "" : `, with values from ${[...others].join(", ")}`}`;
}

function checkLines({ colors, columns }: Screen, { name, status, detail, fix }: Check): string[] {
  const mark = { ok: colors.green("✓"), warn: colors.yellow("!"), fail: colors.red("✗") }[status];
  const [first = "", ...rest] = wrap(harmless(detail), columns - 14);
  const advice = fix === null ? [] : wrap(harmless(fix), columns - 16);
  return [
    `${mark} ${pad(name, 10)}  ${first}`,
    ...rest.map((line) => `${" ".repeat(14)}${line}`),
    ...advice.map((line, i) => `${" ".repeat(14)}${i === 0 ? "→ " : "  "}${line}`),
  ];
}

function verdict({ colors }: Screen, checks: readonly Check[]): string {
  const failed = checks.filter(({ status }) => status === "fail").length;
  const warned = checks.filter(({ status }) => status === "warn").length;
  if (failed > 0)
    return colors.red(`${countText(failed, "check", "checks")} failed; the arrows say what to do.`);
  return warned > 0 ? colors.yellow("Memoir works, with a warning.") : colors.green("All is well.");
}
