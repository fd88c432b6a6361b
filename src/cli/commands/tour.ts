import type { Command } from "commander";
import { newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { tellFailure } from "../embedder.ts";
import { withDatabase } from "../open.ts";
import type { Screen } from "../output.ts";
import { catchUp } from "../pending.ts";
import { type Step, story, wipeEarlierTour } from "../tour/story.ts";

const SCOPE = "user:tour";

export function tourCommand(host: Host): Command {
  return newCommand(host, "tour", `See what Memoir does, live, in a scope of its own (${SCOPE}).`, [
    "tour",
    "tour --database /tmp/tour.db --json",
  ]).action(() => host.run(tour));
}

async function tour(context: Context): Promise<undefined> {
  const { out } = context;
  await withDatabase(context, { creates: true, words: SCOPE }, async (opened) => {
    const { memoir, embedder } = opened;
    const { tenant } = opened.scope;
    const { location } = await memoir.info();
    const mia = memoir.scope(SCOPE, { tenant, actor: "tour" });
    const erased = await wipeEarlierTour(mia);
    if (!out.json) out.lines(openingLines(out.screen, location, erased));
    tellFailure(embedder, out);
    const steps: Step[] = [];
    const embed = (): Promise<void> => catchUp(context, { ...opened, scope: mia });
    for await (const step of story(mia, { settings: memoir.settings, embed })) {
      context.io.signal.throwIfAborted();
      steps.push(step);
      if (!out.json) out.lines(stepLines(out.screen, step, steps.length));
    }
    if (out.json) out.document({ tenant, scope: SCOPE, database: location, erased, steps });
    else out.lines(closingLines(out.screen, location));
  });
}

function stepLines(screen: Screen, step: Step, place: number): string[] {
  const { bold, dim } = screen.colors;
  return ["", bold(`${place}. ${step.title}`), dim(`  ${step.call}`), ...step.lines(screen)];
}

function openingLines({ colors }: Screen, location: string, erased: number): string[] {
  return [
    colors.bold("Memoir: long-term memory for chatbots"),
    `This is the real engine on ${location}, in the scope ${SCOPE}; your other scopes are not touched.`,
    ...(erased === 0 ? [] : [colors.dim(`(${erased} memories of an earlier tour were erased.)`)]),
  ];
}

function closingLines({ colors, suggest }: Screen, location: string): string[] {
  const example = (command: string, meaning: string): string[] => [
    `  ${suggest(command, { inScope: false })}`,
    colors.dim(`    ${meaning}`),
  ];
  return [
    "",
    colors.bold("What to try next"),
    ...example('add "I take my tea without sugar"', "remember something of your own, as user:me"),
    ...example('search "how do I take my tea?" --explain', "find it, and see how its score comes about"),
    ...example("list --user tour --all", "what this tour left, the forgotten one too"),
    ...example("doctor", "check that everything is in order"),
    ...example("help", "all commands"),
    "",
    `The database is ${location}`,
  ];
}
