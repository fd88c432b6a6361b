import type { Command } from "commander";
import { strengthAt } from "../../domain/strength.ts";
import { memoryTrust } from "../../domain/trust.ts";
import type {
  DecisionEntry,
  HistoryEntry,
  Proof,
  QuotedEvidence,
  ScopeHandle,
  Validity,
} from "../../index.ts";
import { ID_HELP, newCommand } from "../command.ts";
import type { Host } from "../context.ts";
import { evidenceLines, METHODS } from "../evidence-view.ts";
import { count, share, utc } from "../format.ts";
import { decisionLines, historyLines, kept } from "../history-view.ts";
import { asOf, styledStatus, theMemory } from "../memory-view.ts";
import { inScope } from "../open.ts";
import { pairs, type Screen } from "../output.ts";
import { headLines } from "./show.ts";

export function whyCommand(host: Host): Command {
  return newCommand(
    host,
    "why",
    "Show why a memory is believed: its words, numbers, decisions and history.",
    ["why 3f2a1c", "why 3f2a1c --user alice --json"],
  )
    .argument("<id>", ID_HELP)
    .action((id: string) =>
      inScope(host, { creates: false }, async ({ scope, here, out }) => {
        const answer = await whyOf(scope, id, out.screen.now);
        out.answer({ ...here, ...answer }, (screen) => whyLines(screen, answer));
      }),
    );
}

/** All that speaks for a memory; what the settings keep none of is `null`. */
export interface Why extends Proof {
  readonly decisions: readonly DecisionEntry[] | null;
  readonly history: readonly HistoryEntry[] | null;
}

export async function whyOf(scope: ScopeHandle, id: string, now: Date): Promise<Why> {
  const { id: whole } = await theMemory(scope, id);
  const { memory, evidence, validity } = await scope.memories.proof(whole);
  const history = await kept(() => scope.memories.history(whole, { limit: 1_000 }));
  const decisions = await kept(() => scope.memories.decisions(whole, { limit: 1_000 }));
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

/** The sources, from the most trusted to the least. */
const WORDS: readonly [from: number, word: string][] = [
  [1, "the user's own word"],
  [0.6, "a tool's word"],
  [0.5, "the assistant's word"],
  [0.4, "an import"],
  [0, "somebody else's word"],
];

/** The numbers of a memory, each with the question that it answers. */
function numberLines(screen: Screen, { memory, evidence }: Proof): string[] {
  const trust = memoryTrust(evidence.map((one) => one.trust));
  const word = WORDS.find(([from]) => trust >= from)?.[1] ?? "nobody's word";
  const best = bestOf(evidence);
  return pairs(screen, [
    ["confidence", `${share(memory.confidence)} (is it true?)`],
    ["importance", `${share(memory.importance)} (does it matter?)`],
    ["strength", `${share(strengthAt(memory.strength, memory.strengthAt, screen.now))} (is it alive?)`],
    ["evidence", count(memory.evidenceCount, "independent source", "independent sources")],
    [
      "trust",
      `${share(trust)} (whose word is it? ${word}${best === null ? "" : `, ${METHODS[best.method]}`})`,
    ],
  ]);
}

const RANKED = [
  "llm_extract",
  "rule",
  "user_explicit",
] as const satisfies readonly QuotedEvidence["method"][];

/** The piece of evidence that a contradiction would have to outrank: the most trusted, then the most explicit. */
function bestOf(evidence: readonly QuotedEvidence[]): QuotedEvidence | null {
  const rank = ({ trust, method }: QuotedEvidence): number =>
    trust * RANKED.length + RANKED.indexOf(method) / 10;
  return evidence.reduce<QuotedEvidence | null>(
    (best, one) => (best === null || rank(one) > rank(best) ? one : best),
    null,
  );
}
