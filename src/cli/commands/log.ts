import type { Command } from "commander";
import type { DecisionEntry, Event } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { isRefusal, outcomeText } from "../decision-view.ts";
import { ago } from "../format.ts";
import { type Opened, withMemoir } from "../open.ts";
import { beside, type Screen } from "../output.ts";
import { oneLine, pad, width } from "../width.ts";

interface LogFlags {
  readonly refused?: boolean;
  readonly limit?: number;
}

const LIMIT = 20;

export function logCommand(host: Host): Command {
  return newCommand(host, "log", "Show what was decided about what was said, also what was refused.", [
    "log --user alice",
    "log --refused --limit 50 --json",
  ])
    .option("--refused", "only what was refused")
    .option("--limit <n>", `how many (default: ${LIMIT})`, wholeNumber(1, 1_000_000))
    .action((flags: LogFlags) => host.run((context) => log(context, flags)));
}

/** A decision and the event that it is about. */
interface Logged {
  readonly decision: DecisionEntry;
  readonly event: Event | null;
}

async function log(context: Context, { refused, limit = LIMIT }: LogFlags): Promise<undefined> {
  await withMemoir(context, { creates: false }, async (opened) => {
    const { scope } = opened;
    const logged: Logged[] = [];
    let more = false;
    for await (const decision of await scope.memories.decisions(undefined, { limit: 200 })) {
      if (refused === true && !isRefusal(decision)) continue;
      more = logged.length >= limit;
      if (more) break;
      const event = decision.eventId === null ? null : await scope.events.get(decision.eventId);
      logged.push({ decision, event });
    }
    context.out.answer(
      {
        tenant: scope.tenant,
        scope: scope.scope,
        decisions: logged.map(({ decision, event }) => ({ ...decision, event })),
        more,
      },
      (screen) =>
        logged.length === 0
          ? emptyLines(screen, opened, refused === true)
          : [
              ...loggedLines(screen, logged),
              ...(more ? [screen.colors.dim(`There are more. Show them with --limit ${limit * 4}.`)] : []),
            ],
    );
  });
}

const SHORT_ID = 6;

function loggedLines(screen: Screen, logged: readonly Logged[]): string[] {
  const { colors, now } = screen;
  const widest = Math.max(...logged.map(({ decision }) => width(outcomeText(decision))));
  return logged.flatMap(({ decision, event }) => {
    const id = colors.cyan(pad(decision.memoryId?.slice(0, SHORT_ID) ?? "-", SHORT_ID));
    const outcome = pad(outcomeText(decision), widest);
    const lead = `${id}  ${isRefusal(decision) ? colors.red(outcome) : outcome}`;
    return [
      ...beside(screen, lead, SHORT_ID + 2 + widest, decision.reason || "(erased)"),
      ...beside(
        screen,
        " ".repeat(SHORT_ID),
        SHORT_ID,
        `${ago(decision.at, now)}, ${saidText(event)}`,
        colors.dim,
      ),
    ];
  });
}

function saidText(event: Event | null): string {
  if (event === null) return "its event is gone";
  return `${event.actor ?? event.role}: “${event.text}”`;
}

function emptyLines({ suggest }: Screen, { scope, missing }: Opened, refused: boolean): string[] {
  if (missing !== null) return [`There is no database at ${missing} yet, so nothing was decided.`];
  if (refused) return [`Nothing that was said in ${oneLine(scope.scope)} was refused.`];
  return [`Nothing was read in ${oneLine(scope.scope)} yet. Read what was said: ${suggest("flush")}`];
}
