import { SHORT_ID } from "../../domain/memory.ts";
import type { ContextEntry, ContextLine, LineState, ReplyContext } from "../../index.ts";
import { type Host, limitOption, type MemoirCommand, newCommand } from "../command.ts";
import { notFound } from "../failure.ts";
import { ago, countText, momentText } from "../format.ts";
import type { OpenCommand } from "../open.ts";
import { beside, firstOf, type Lines, moreLine, type Screen, shellWord } from "../output.ts";
import { oneLine } from "../width.ts";

export function contextCommand(host: Host): MemoirCommand {
  return newCommand(host, "context", "Show what the model knew when it said something.", [
    "context --user alice",
    "context msg-42 --user alice --json",
  ])
    .argument("[event]", "the id of the reply's event; without it, the replies on record are listed")
    .addOption(limitOption(20))
    .inScope({ creates: false }, async (at, event: string | undefined, { limit }: { limit: number }) => {
      if (event === undefined) return listContexts(at, limit);
      const replyContext = await at.scope.context(event, { signal: at.io.signal });
      if (replyContext === null) {
        const details = { reply: event, scope: at.here.scope };
        throw notFound(`No context is on record for ${event} in ${at.here.scope}. See: context`, details);
      }
      at.out.answer({ ...at.here, context: replyContext }, (screen) => contextLines(screen, replyContext));
    });
}

async function listContexts({ scope, here, out }: OpenCommand, limit: number): Promise<void> {
  const { items, more } = await firstOf(await scope.contexts({ limit: 200 }), limit);
  out.answer({ ...here, contexts: items, more }, (screen) =>
    items.length === 0
      ? [`No reply of ${oneLine(here.scope)} has a context on record.`]
      : [items.map((entry) => entryLines(screen, entry)), moreLine(screen, more, limit)],
  );
}

function entryLines(screen: Screen, { reply, at, lines, tokens, degraded }: ContextEntry): string[] {
  const { colors, now, suggest } = screen;
  const worse = degraded === null ? "" : `, ${degraded}`;
  return [
    `${colors.cyan(oneLine(reply))}  ${countText(lines, "line", "lines")}, ${countText(tokens, "token", "tokens")}${worse}, ${ago(at, now)}`,
    // Never wrapped: it is to be copied.
    `  ${colors.dim(suggest(`context ${shellWord(oneLine(reply))}`))}`,
  ];
}

/** What became of a line since, where it is not as it was. */
const SINCE: Readonly<Partial<Record<LineState, string>>> = {
  changed: "its words were changed since",
  replaced: "replaced since",
  held: "waits for review, or was refused",
  forgotten: "forgotten since",
  erased: "erased",
  unknown: "what it said then is not on record; this is what it says now",
  unseen: "of a scope that is not read here",
};

function contextLines(screen: Screen, context: ReplyContext): Lines {
  const { colors, now } = screen;
  const { event, question, lines, tokens, maxTokens, degraded, at } = context;
  const budget = maxTokens === null ? "" : ` of ${maxTokens}`;
  return [
    question !== null && beside(screen, colors.dim("asked  "), question.text),
    event !== null && beside(screen, colors.dim("replied"), event.text),
    colors.dim(
      `${momentText(at, now)}, ${tokens}${budget} tokens${degraded === null ? "" : `, ${degraded}`}`,
    ),
    "",
    lines.length === 0 && "The model was given no memory.",
    lines.map((line, i) => lineLines(screen, line, i + 1)),
  ];
}

function lineLines(screen: Screen, line: ContextLine, position: number): string[] {
  const { colors } = screen;
  const { kind, id, text, core, why, state } = line;
  const name = kind === "memory" || kind === "timeline" ? id?.slice(0, SHORT_ID) : id;
  const relevance = core ? "in every prompt" : `relevance ${why.relevance}`;
  const since = SINCE[state];
  const about = [kind, name, relevance, since].filter((part) => part != null).map((part) => oneLine(part!));
  return [
    ...beside(screen, colors.cyan(String(position).padStart(2)), text ?? "[not shown]"),
    ...beside(screen, "  ", about.join(" · "), colors.dim),
  ];
}
