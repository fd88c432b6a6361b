import { SHORT_ID } from "../../domain/memory.ts";
import type { DecisionEntry, Event, ScopeHandle } from "../../index.ts";
import { type Host, limitOption, type MemoirCommand, newCommand } from "../command.ts";
import { ago } from "../format.ts";
import type { OpenCommand } from "../open.ts";
import { beside, firstOf, type Lines, moreLine, type Screen } from "../output.ts";
import { isRefusal, outcomeText } from "../proof-view.ts";
import { oneLine, pad, width } from "../width.ts";

export function logCommand(host: Host): MemoirCommand {
  return newCommand(host, "log", "Show what was decided about what was said, also what was refused.", [
    "log --user alice",
    "log --refused --limit 50 --json",
  ])
    .option("--refused", "only what was refused")
    .addOption(limitOption(20))
    .inScope(
      { creates: false },
      async (at, { refused = false, limit }: { refused?: boolean; limit: number }) => {
        const { items: logged, more } = await firstOf(decided(at.scope, refused), limit);
        const decisions = logged.map(({ decision, event }) => ({ ...decision, event }));
        at.out.answer({ ...at.here, decisions, more }, (screen) =>
          logged.length === 0
            ? emptyLines(screen, at, refused)
            : [loggedLines(screen, logged), moreLine(screen, more, limit)],
        );
      },
    );
}

interface Logged {
  readonly decision: DecisionEntry;
  readonly event: Event | null;
}

async function* decided(scope: ScopeHandle, refused: boolean): AsyncGenerator<Logged, void, void> {
  for await (const decision of await scope.memories.decisions(undefined, { limit: 200 })) {
    if (refused && !isRefusal(decision)) continue;
    const event = decision.eventId === null ? null : await scope.events.get(decision.eventId);
    yield { decision, event };
  }
}

function loggedLines(screen: Screen, logged: readonly Logged[]): Lines {
  const { colors, now } = screen;
  const widest = Math.max(...logged.map(({ decision }) => width(outcomeText(decision))));
  return logged.map(({ decision, event }) => {
    const id = colors.cyan(pad(decision.memoryId?.slice(0, SHORT_ID) ?? "-", SHORT_ID));
    const said = event === null ? "its event is gone" : `${event.actor ?? event.role}: “${event.text}”`;
    const outcome = pad(outcomeText(decision), widest);
    const lead = `${id}  ${isRefusal(decision) ? colors.red(outcome) : outcome}`;
    return [
      beside(screen, lead, decision.reason || "(erased)"),
      beside(screen, " ".repeat(SHORT_ID), `${ago(decision.at, now)}, ${said}`, colors.dim),
    ];
  });
}

function emptyLines({ suggest }: Screen, { here, missing }: OpenCommand, refused: boolean): string[] {
  if (missing !== null) return [`There is no database at ${missing} yet, so nothing was decided.`];
  if (refused) return [`Nothing that was said in ${oneLine(here.scope)} was refused.`];
  return [`Nothing was read in ${oneLine(here.scope)} yet. Read what was said: ${suggest("flush")}`];
}
