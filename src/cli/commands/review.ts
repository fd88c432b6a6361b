import { withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { AWAITS_REVIEW, type WaitingStatus } from "../../domain/memory.ts";
import type { Memory, Proposal, ReasonOptions, Waiting } from "../../index.ts";
import {
  groupCommand,
  type Host,
  joinWords,
  limitOption,
  type MemoirCommand,
  newCommand,
} from "../command.ts";
import { type Context, namesScope } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { EXIT, type ExitCode } from "../failure.ts";
import { countText } from "../format.ts";
import { memoryLines } from "../memory-view.ts";
import { atScope, type OpenCommand, scopeFlags } from "../open.ts";
import { firstOf, flatLines, type Lines, type Screen, shellWord } from "../output.ts";
import {
  idOf,
  scopeOfWaiting,
  theWaiting,
  WAITING_ID_HELP,
  waitingIn,
  waitingLines,
} from "../review/waiting.ts";
import { canAsk, confirm } from "../terminal.ts";
import { oneLine } from "../width.ts";

export function reviewCommand(host: Host): MemoirCommand {
  return groupCommand(
    newCommand(
      host,
      "review",
      "Decide about what waits for approval or consent: list, approve, reject, edit.",
      ["review", "review approve 3f2a1c"],
    ),
    [listCommand(host), decideCommand(host, "approve"), decideCommand(host, "reject"), editCommand(host)],
  );
}

function listCommand(host: Host): MemoirCommand {
  return newCommand(host, "list", "List what waits for approval or consent, with the words behind it.", [
    "review list",
    "review list --status pending --user alice",
  ])
    .choice(
      "--status <status>",
      "pending waits for approval or consent, shadow is kept apart (default: both)",
      AWAITS_REVIEW,
    )
    .addOption(limitOption(20))
    .inScope({ creates: false }, async (at, { status, limit }: { status?: WaitingStatus; limit: number }) => {
      const all = await waitingIn(at, withoutUndefined({ limit: 200, status }));
      const { items: waiting, more } = await firstOf(all, limit);
      // With the id that the other commands take.
      const documents = waiting.map((one) => ({ id: idOf(one), ...one }));
      at.out.answer({ tenant: at.here.tenant, waiting: documents, more }, (screen) =>
        waiting.length === 0
          ? emptyLines(screen, at)
          : [
              waiting.map((one) => [waitingLines(screen, one), ""]),
              more ? `There are more. Show them with --limit ${limit * 4}.` : sumOf(waiting),
              screen.colors.dim(`Let it in: ${screen.suggest(`review approve ${idOf(waiting[0]!)}`)}`),
              screen.colors.dim(`Refuse it: ${screen.suggest(`review reject ${idOf(waiting[0]!)}`)}`),
            ],
      );
    });
}

function sumOf(waiting: readonly Waiting[]): string {
  const pending = waiting.filter((one) => one.kind === "memory" && one.memory.status === "pending").length;
  const profileCount = waiting.filter((one) => one.kind === "profile").length;
  const unwanted = waiting.filter((one) => one.kind === "memory" && one.asks === "forget").length;
  const apart = waiting.length - pending - profileCount - unwanted;
  const parts = [
    pending > 0 && `${countText(pending, "memory waits", "memories wait")} for approval`,
    unwanted > 0 && `${countText(unwanted, "wish", "wishes")} of a tool to forget for an answer`,
    profileCount > 0 && `${countText(profileCount, "change", "changes")} of a profile for an answer`,
    apart > 0 && `${countText(apart, "memory is", "memories are")} kept apart`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function emptyLines({ suggest }: Screen, at: OpenCommand): string[] {
  const { here, missing } = at;
  if (missing !== null) return [`There is no database at ${missing} yet, so nothing waits.`];
  if (!namesScope(at)) return [`Nothing waits for approval or consent, and nothing is kept apart.`];
  const all = suggest("review", { inScope: false });
  return [`Nothing of ${oneLine(here.scope)} waits. See the whole tenant: ${all}`];
}

interface DecideFlags {
  readonly all?: boolean;
  readonly status?: WaitingStatus;
  readonly reason?: string;
  readonly yes?: boolean;
}

const WORDS = {
  approve: {
    purpose: "Approve what waits; the memories that it contradicts are superseded.",
    ask: "Approve",
    done: "Approved",
    profile: "Set",
  },
  reject: {
    purpose: "Refuse what waits: it stays out, also when it is said again.",
    ask: "Reject",
    done: "Rejected",
    profile: "Declined",
  },
} as const;
type Verdict = keyof typeof WORDS;

function decideCommand(host: Host, verdict: Verdict): MemoirCommand {
  return newCommand(host, verdict, WORDS[verdict].purpose, [
    `review ${verdict} 3f2a1c 9b04de`,
    `review ${verdict} --all --status pending --user alice`,
  ])
    .argument("[ids...]", WAITING_ID_HELP)
    .option("--all", "all memories that wait for approval; asks first, and leaves profiles to their users")
    .choice("--status <status>", "with --all: which (default: pending)", AWAITS_REVIEW)
    .option("--reason <words>", "why, for the history")
    .option("--yes", "do not ask")
    .run((context, ids: string[], flags: DecideFlags) => decide(context, verdict, ids, flags));
}

async function decide(
  context: Context,
  verdict: Verdict,
  ids: readonly string[],
  flags: DecideFlags,
): Promise<ExitCode | undefined> {
  const { io, out } = context;
  refuseUnclear(verdict, ids, flags);
  const asks = flags.all === true && flags.yes !== true;
  if (asks && !canAsk(io)) {
    throw invalidArgument(
      `review ${verdict} --all asks first, and here is no terminal to ask on. Add --yes to do it; review shows what waits.`,
    );
  }
  return atScope(context, { creates: false }, async (at) => {
    const { tenant } = at.here;
    const waiting = await waitingNamed(at, ids, flags);
    if (asks && waiting.length > 0) {
      const lines = flatLines(waiting.map((one) => waitingLines(out.screen, one)));
      io.stderr.write(`${lines.join("\n")}\n`);
      const many = countText(waiting.length, "memory", "memories");
      if (!(await confirm(io, `${WORDS[verdict].ask} ${many}?`))) {
        out.answer({ tenant, decided: [] }, () => ["Nothing was decided."]);
        return EXIT.no;
      }
    }
    const decided: Decided[] = [];
    const options = withoutUndefined({ reason: flags.reason, signal: io.signal });
    for (const item of waiting) decided.push(await settle(at, item, verdict, options));
    out.answer({ tenant, decided }, (screen) =>
      decided.length === 0
        ? ["Nothing waits; nothing was decided."]
        : decided.map((one) => decidedLines(screen, verdict, one)),
    );
  });
}

function refuseUnclear(verdict: Verdict, ids: readonly string[], { all, status }: DecideFlags): void {
  if ((ids.length === 0) === (all !== true)) {
    throw invalidArgument(`Say what to ${verdict} in one way: ids, or --all.`);
  }
  if (status !== undefined && all !== true) {
    throw invalidArgument("--status goes with --all; an id needs none.");
  }
}

async function waitingNamed(
  at: OpenCommand,
  ids: readonly string[],
  { all, status = "pending" }: DecideFlags,
): Promise<Waiting[]> {
  const byId = new Map<string, Waiting>();
  const add = (item: Waiting): void => {
    byId.set(item.kind === "memory" ? item.memory.id : `${item.scope} ${item.proposal.id}`, item);
  };
  // All of them are looked up first: a wrong id decides nothing.
  for (const id of ids) add(await theWaiting(at, id));
  if (all === true) {
    for await (const item of await waitingIn(at, { status, limit: 200 })) {
      // Requests of tools to forget are decided one by one.
      if (item.kind === "memory" && item.asks === "keep") add(item);
    }
  }
  return [...byId.values()];
}

type Decided = { readonly scope: string } & (
  | { readonly kind: "memory"; readonly memory: Memory; readonly replaced: readonly Memory[] }
  | { readonly kind: "profile"; readonly proposal: Proposal }
);

/** Decides about one, in its own scope. */
async function settle(
  at: OpenCommand,
  waiting: Waiting,
  verdict: Verdict,
  options: ReasonOptions & { signal: AbortSignal },
): Promise<Decided> {
  const handle = scopeOfWaiting(at, waiting);
  const { scope } = waiting;
  if (waiting.kind === "profile") {
    const answer = { accept: verdict === "approve", signal: options.signal };
    return { kind: "profile", scope, proposal: await handle.profile.confirm(waiting.proposal.id, answer) };
  }
  const memory = await handle.memories[verdict](waiting.memory.id, options);
  const before = await Promise.all(waiting.replaces.map(({ id }) => handle.memories.get(id)));
  const replaced = before.filter((old) => old?.supersededBy === memory.id) as Memory[];
  return { kind: "memory", scope, memory, replaced };
}

function decidedLines(screen: Screen, verdict: Verdict, decided: Decided): Lines {
  const { suggest, tick } = screen;
  const { done, profile } = WORDS[verdict];
  if (decided.kind === "profile") {
    const { field, newValue } = decided.proposal;
    return [
      `${tick} ${profile} in the profile of ${oneLine(decided.scope)}: ${field} ${oneLine(newValue ?? "")}`,
    ];
  }
  const { memory, scope, replaced } = decided;
  const undo = `undo ${memory.shortId} ${scopeFlags(scope).map(shellWord).join(" ")}`;
  return [
    `${tick} ${done} in ${oneLine(scope)}`,
    memoryLines(screen, memory),
    replaced.length > 0 && ["  No longer so:", replaced.map((old) => memoryLines(screen, old))],
    screen.colors.dim(`  Take it back: ${suggest(undo, { inScope: false })}`),
  ];
}

function editCommand(host: Host): MemoirCommand {
  return newCommand(host, "edit", "Let in a memory that waits, in words of your own.", [
    'review edit 3f2a1c "Alice lives in Potsdam"',
    'review edit 3f2a1c "Alice lives in Potsdam" --user alice --reason "she told me"',
  ])
    .argument("<id>", WAITING_ID_HELP)
    .argument("<text...>", "what it is to say")
    .option("--reason <words>", "why, for the history")
    .run((context, id: string, parts: string[], { reason }: Pick<DecideFlags, "reason">) => {
      const text = joinWords(parts);
      return atScope(context, { creates: false, words: text }, async (at) => {
        const waiting = await theWaiting(at, id);
        if (waiting.kind === "profile") {
          throw invalidArgument(
            "A change of a profile is approved or rejected as it is. Reject it, and set another value.",
          );
        }
        if (waiting.asks === "forget") {
          throw invalidArgument(
            "A tool asks to forget this memory. Approve that, or reject it and change the memory: update.",
          );
        }
        const { memories } = scopeOfWaiting(at, waiting);
        const options = withoutUndefined({ reason, signal: at.io.signal });
        await memories.update(waiting.memory.id, { text }, { ...options, ifRev: waiting.memory.rev });
        const decided = await settle(at, waiting, "approve", options);
        at.out.answer({ tenant: at.here.tenant, decided: [decided] }, (screen) =>
          decidedLines(screen, "approve", decided),
        );
        tellFailure(at.embedder, at.out);
      });
    });
}
