import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { given } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import { MEMORY_STATUSES } from "../../domain/memory.ts";
import type { ForgetOptions, Memory, ScopeHandle } from "../../index.ts";
import { ID_HELP, memoryKey, newCommand } from "../command.ts";
import { canAsk, confirm, unasked } from "../confirm.ts";
import type { Context, Host } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { count, utc } from "../format.ts";
import { memoryLines, theMemory } from "../memory-view.ts";
import { atScope } from "../open.ts";
import type { Screen } from "../output.ts";

interface ForgetFlags {
  readonly key?: string;
  readonly about?: string;
  readonly hard?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

type Target = { readonly id: string } | { readonly key: string } | { readonly about: string };

export function forgetCommand(host: Host): Command {
  return newCommand(host, "forget", "Forget a memory; undo brings it back, unless it was --hard.", [
    "forget 3f2a1c",
    'forget --about "peanut butter" --dry-run',
  ])
    .argument("[id]", ID_HELP)
    .option("--key <key>", "the memory with this key", memoryKey)
    .option("--about <words>", "all memories that hold every one of these words; asks first")
    .option("--hard", "erase now and for good, also from history and events; asks first")
    .option("--dry-run", "only show what would be forgotten")
    .option("--yes", "do not ask")
    .action((id: string | undefined, flags: ForgetFlags) =>
      host.run((context) => forget(context, id, flags)),
    );
}

async function forget(
  context: Context,
  id: string | undefined,
  flags: ForgetFlags,
): Promise<ExitCode | undefined> {
  const target = targetOf(id, flags);
  const { hard = false, dryRun = false, yes = false } = flags;
  const asks = !dryRun && !yes && (hard || "about" in target);
  if (asks && !canAsk(context.io)) throw unasked(hard ? "forget --hard" : "forget --about");

  return atScope(context, { creates: false }, async ({ scope, here, io, out }) => {
    const documentOf = (batch: string | null, memories: readonly Memory[]): object => {
      return { ...here, hard, dryRun, batch, found: memories.length > 0, memories };
    };
    const matched = await matching(scope, target, hard);
    if (asks && matched.length > 0) {
      const shown = matched.flatMap((memory) => memoryLines(out.screen, memory));
      io.stderr.write(`${shown.join("\n")}\n`);
      const many = count(matched.length, "memory", "memories");
      const question = hard ? `Erase ${many} for good?` : `Forget ${many}?`;
      if (!(await confirm(io, question))) {
        out.answer(documentOf(null, []), () => ["Nothing was forgotten."]);
        return EXIT.no;
      }
    }
    // By id, so that exactly what was shown goes, and nothing that came in between.
    const batch = dryRun || hard || !("about" in target) ? undefined : randomUUID();
    const options = given({ hard, batch, signal: io.signal });
    const memories = dryRun ? matched : await forgetAll(scope, matched, options);
    out.answer(documentOf(batch ?? null, memories), (screen) => {
      if (memories.length === 0) return nothingLines(screen, scope, target, hard);
      return forgottenLines(screen, memories, { hard, dryRun, batch });
    });
    return undefined;
  });
}

function targetOf(id: string | undefined, { key, about }: ForgetFlags): Target {
  const targets: Target[] = [
    ...(id === undefined ? [] : [{ id }]),
    ...(key === undefined ? [] : [{ key }]),
    ...(about === undefined ? [] : [{ about }]),
  ];
  const [target] = targets;
  if (target !== undefined && targets.length === 1) return target;
  throw new MemoirError(
    "invalid_argument",
    target === undefined
      ? "Say what to forget: an id, --key KEY or --about WORDS."
      : "Say what to forget in one way: an id, --key KEY or --about WORDS. Put quotes around several words.",
  );
}

/** The memories that a forget would take. A hard one includes those that were forgotten before. */
async function matching(scope: ScopeHandle, target: Target, hard: boolean): Promise<readonly Memory[]> {
  if ("about" in target) {
    return (await scope.forget({ about: target.about, dryRun: true }, { hard })).memories;
  }
  const memory = "id" in target ? await theMemory(scope, target.id) : await memoryWithKey(scope, target.key);
  return hard || memory.status !== "soft_deleted" ? [memory] : [];
}

async function memoryWithKey(scope: ScopeHandle, key: string): Promise<Memory> {
  const wanted = factKey(key);
  for await (const memory of await scope.memories.list({ limit: 1_000, status: MEMORY_STATUSES })) {
    if (memory.key === wanted) return memory;
  }
  throw new MemoirError("not_found", `No memory of ${scope.scope} has the key ${wanted}.`, {
    details: { key: wanted, scope: scope.scope },
  });
}

async function forgetAll(
  scope: ScopeHandle,
  memories: readonly Memory[],
  options: ForgetOptions,
): Promise<Memory[]> {
  const results = await Promise.all(memories.map(({ id }) => scope.forget({ id }, options)));
  return results.flatMap((result) => result.memories);
}

function forgottenLines(
  screen: Screen,
  memories: readonly Memory[],
  { hard, dryRun, batch }: { hard: boolean; dryRun: boolean; batch: string | undefined },
): string[] {
  const many = count(memories.length, "memory", "memories");
  const done = screen.colors.green("✓");
  const shown = memories.flatMap((memory) => memoryLines(screen, memory));
  if (dryRun) return [`Would ${hard ? "erase" : "forget"} ${many}:`, ...shown];
  if (hard) return [`${done} Erased ${many} for good:`, ...shown];
  const { purgeAt, shortId } = memories[0]!;
  const until = purgeAt === null ? "" : ` until ${utc(purgeAt)}`;
  const undo = screen.suggest(memories.length === 1 ? `undo ${shortId}` : `undo --batch ${batch}`);
  return [
    `${done} Forgot ${many}:`,
    ...shown,
    screen.colors.dim(`  ${memories.length === 1 ? "It" : "They"} can be brought back${until}: ${undo}`),
  ];
}

function nothingLines({ suggest }: Screen, scope: ScopeHandle, target: Target, hard: boolean): string[] {
  if ("about" in target) return [`No memory of ${scope.scope} holds all these words; nothing was forgotten.`];
  return hard
    ? []
    : [`It is forgotten already. Erase it now with --hard, or bring it back with: ${suggest("undo ID")}`];
}
