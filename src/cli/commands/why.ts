import type { Command } from "commander";
import type { DecisionEntry, HistoryEntry, Proof, ScopeHandle, Validity } from "../../index.ts";
import { ID_HELP, newCommand } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { decisionLines, decisionsOf } from "../decision-view.ts";
import { evidenceLines } from "../evidence-view.ts";
import { count, utc } from "../format.ts";
import { historyLines, historyOf } from "../history-view.ts";
import { asOf, styledStatus, theMemory } from "../memory-view.ts";
import { numberLines } from "../numbers-view.ts";
import { withMemoir } from "../open.ts";
import type { Screen } from "../output.ts";
import { headLines } from "./show.ts";

export function whyCommand(host: Host): Command {
  return newCommand(
    host,
    "why",
    "Show why a memory is believed: its words, numbers, decisions and history.",
    ["why 3f2a1c", "why 3f2a1c --user alice --json"],
  )
    .argument("<id>", ID_HELP)
    .action((id: string) => host.run((context) => why(context, id)));
}

async function why(context: Context, id: string): Promise<undefined> {
  const { out } = context;
  await withMemoir(context, { creates: false }, async ({ scope }) => {
    const answer = await whyOf(scope, id, out.screen.now);
    out.answer({ tenant: scope.tenant, scope: scope.scope, ...answer }, (screen) => whyLines(screen, answer));
  });
}

/** All that speaks for a memory; what the settings keep none of is `null`. */
export interface Why extends Proof {
  readonly decisions: readonly DecisionEntry[] | null;
  readonly history: readonly HistoryEntry[] | null;
}

export async function whyOf(scope: ScopeHandle, id: string, now: Date): Promise<Why> {
  const { id: whole } = await theMemory(scope, id);
  const { memory, evidence, validity } = await scope.memories.proof(whole);
  const history = await historyOf(scope, whole);
  const decisions = await decisionsOf(scope, whole);
  return { memory: asOf(memory, now), evidence, validity, decisions, history };
}

export function whyLines(screen: Screen, why: Why): string[] {
  const { colors } = screen;
  const { memory, evidence, validity, decisions, history } = why;
  const status = styledStatus(colors, memory.status, memory.status);
  return [
    ...headLines(screen, memory),
    `${colors.cyan(memory.shortId)} · ${status} · backed by ${count(evidence.length, "event", "events")}`,
    "",
    colors.bold("Evidence"),
    ...evidenceLines(screen, evidence),
    "",
    colors.bold("True"),
    ...validity.map((interval) => `  ${intervalText(interval)}`),
    "",
    colors.bold("Numbers"),
    ...numberLines(screen, why),
    "",
    colors.bold("Decisions"),
    ...(decisions === null ? [NOT_KEPT] : decisionLines(screen, decisions)),
    "",
    colors.bold("History"),
    ...(history === null ? [NOT_KEPT] : historyLines(screen, history)),
  ];
}

const NOT_KEPT = "  The settings keep none (audit is off).";

function intervalText({ validFrom, validTo, revFrom, revTo }: Validity): string {
  const known = revTo === null ? `known since rev ${revFrom}` : `known from rev ${revFrom} to rev ${revTo}`;
  return `from ${utc(validFrom)} ${validTo === null ? "on" : `to ${utc(validTo)}`}, ${known}`;
}
