import { Argument } from "commander";
import { withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import { FEEDBACK_VERDICTS, type FeedbackEffect, type FeedbackVerdict } from "../../domain/feedback.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import type { Feedback, FeedbackInput } from "../../index.ts";
import { type Host, ID_HELP, limitOption, type MemoirCommand, newCommand, wholeNumber } from "../command.ts";
import { ago } from "../format.ts";
import type { OpenCommand } from "../open.ts";
import { beside, firstOf, type Lines, moreLine, type Screen } from "../output.ts";
import { oneLine } from "../width.ts";

type Line = Omit<FeedbackInput, "verdict" | "receipt">;

export function feedbackCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "feedback",
    "Say of a line that a model was given: it helped, was wrong, was private. Alone, list what was said.",
    ["feedback wrong --memory 3f2a1c", "feedback private --reply msg-42 --line 2 --user alice"],
  )
    .addArgument(new Argument("[verdict]", "helped, wrong or private").choices(FEEDBACK_VERDICTS))
    .option("--memory <id>", `about this memory: ${ID_HELP}`)
    .option("--event <id>", "about this message that was quoted")
    .option("--reply <event>", "about a line of this reply; `context` lists them")
    .option("--line <n>", "which line", wholeNumber(1, 1_000_000))
    .option("--by <account>", "who says so")
    .option("--note <text>", "in their own words")
    .addOption(limitOption(20))
    .inScope(
      { creates: false },
      (at, verdict: FeedbackVerdict | undefined, { limit, ...line }: Line & { readonly limit: number }) =>
        verdict === undefined ? listFeedback(at, line, limit) : give(at, { ...line, verdict }),
    );
}

const EFFECTS: Readonly<Record<FeedbackEffect, string>> = {
  none: "Recorded; nothing changes.",
  review: "It is out of every prompt and waits for you:",
  hidden: "The message is quoted no more.",
};

async function give({ scope, here, io, out }: OpenCommand, input: FeedbackInput): Promise<void> {
  const feedback = await scope.feedback(input, { signal: io.signal });
  const { effect, batch } = feedback;
  out.answer({ ...here, feedback }, ({ tick, colors, suggest }) => [
    `${tick} ${EFFECTS[effect]}${effect === "review" ? ` ${suggest("review")}` : ""}`,
    batch !== null && colors.dim(`  Undo: ${suggest(`undo --batch ${batch}`)}`),
  ]);
}

async function listFeedback(
  { scope, here, out }: OpenCommand,
  { memory, reply, event, line, by, note }: Line,
  limit: number,
): Promise<void> {
  if ((event ?? line ?? by ?? note) !== undefined) {
    throw invalidArgument("Say what you think of it: feedback helped, feedback wrong or feedback private.");
  }
  const listOptions = withoutUndefined({ memory, reply, limit: 200 });
  const { items, more } = await firstOf(await scope.feedbacks(listOptions), limit);
  out.answer({ ...here, feedback: items, more }, (screen) =>
    items.length === 0
      ? [`Nobody has said anything about the lines of ${oneLine(here.scope)}.`]
      : [items.map((one) => feedbackLines(screen, one)), moreLine(screen, more, limit)],
  );
}

function feedbackLines(screen: Screen, { memory, event, verdict, by, note, at }: Feedback): Lines {
  const { colors, now } = screen;
  const about = memory === null ? `message ${event ?? "?"}` : `memory ${memory.slice(0, SHORT_ID)}`;
  const said = [verdict, about, by === null ? null : `by ${by}`, ago(at, now)].filter(
    (part) => part !== null,
  );
  return [
    said.map((part) => oneLine(part)).join(" · "),
    note !== null && beside(screen, "  ", note, colors.dim),
  ];
}
