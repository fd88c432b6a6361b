import { strengthAt } from "../../domain/strength.ts";
import { memoryTrust } from "../../domain/trust.ts";
import type {
  DecisionEntry,
  HistoryEntry,
  Memory,
  Proof,
  QuotedEvidence,
  ScopeHandle,
  Validity,
} from "../../index.ts";
import { type Host, ID_HELP, type MemoirCommand, newCommand } from "../command.ts";
import { countText, momentText, percentText, utc } from "../format.ts";
import { asOf, styledStatus, theMemory } from "../memory-view.ts";
import { type Lines, type Pair, pairs, type Screen } from "../output.ts";
import { decisionLines, evidenceLines, historyLines, METHODS, readOrNull } from "../proof-view.ts";
import { harmless, wrap } from "../width.ts";

export function showCommand(host: Host): MemoirCommand {
  return newCommand(host, "show", "Show one memory with all its fields.", [
    "show 3f2a1c",
    "show 3f2a1c --json",
  ])
    .argument("<id>", ID_HELP)
    .inScope({ creates: false }, async ({ scope, here, out }, id: string) => {
      const { id: whole } = await theMemory(scope, id);
      const proof = await scope.memories.proof(whole);
      const memory = asOf(proof.memory, out.screen.now);
      const supersedes = proof.supersedes.map((one) => one.id);
      out.answer({ ...here, memory, supersedes }, (screen) => [
        headLines(screen, memory),
        "",
        pairs(screen, fields(screen, here.scope, memory, supersedes)),
      ]);
    });
}

function headLines({ colors, columns }: Screen, memory: Memory): string[] {
  return wrap(harmless(memory.text), columns).map((line) => colors.bold(line));
}

function fields(
  { colors, now, suggest }: Screen,
  scope: string,
  memory: Memory,
  supersedes: readonly string[],
): Pair[] {
  const when = (at: Date | null): string | null => (at === null ? null : momentText(at, now));
  return [
    ["id", memory.id, colors.cyan],
    ["scope", scope],
    ["key", memory.key],
    ["category", memory.category],
    ["type", memory.type ?? memory.kind],
    ["tags", memory.tags.length === 0 ? null : memory.tags.join(", ")],
    ["status", memory.status, (text) => styledStatus(colors, text, memory.status)],
    ["pinned", memory.pinned ? "yes: it does not age" : null],
    ["superseded by", memory.supersededBy],
    ["supersedes", supersedes.length === 0 ? null : supersedes.join(", ")],
    ...numbersOf(memory, now),
    [
      "evidence",
      `${countText(memory.evidenceCount, "event", "events")}; see: ${suggest(`why ${memory.shortId}`)}`,
    ],
    ["about", memory.subject],
    ["said by", memory.actor],
    ["added", when(memory.createdAt)],
    ["confirmed", when(memory.confirmedAt)],
    ["changed", memory.updatedAt > memory.confirmedAt ? when(memory.updatedAt) : null],
    ["ends", endOf(memory, now)],
    ["erased on", when(memory.purgeAt)],
    ["revision", String(memory.rev)],
  ];
}

/** The numbers of a memory, each with the question that it answers. */
function numbersOf(memory: Memory, now: Date): Pair[] {
  return [
    ["confidence", `${percentText(memory.confidence)} (is it true?)`],
    ["importance", `${percentText(memory.importance)} (does it matter?)`],
    ["strength", `${percentText(strengthAt(memory.strength, memory.strengthAt, now))} (is it alive?)`],
  ];
}

function endOf({ expiresAt, ttlDays, pinned }: Memory, now: Date): string {
  const ages = ttlDays !== null && ttlDays >= 0 && !pinned;
  const ends = [
    expiresAt !== null && momentText(expiresAt, now),
    ages && `${countText(ttlDays, "day", "days")} after it was last confirmed`,
  ];
  return ends.filter(Boolean).join(", or ") || "never";
}

export function whyCommand(host: Host): MemoirCommand {
  return newCommand(
    host,
    "why",
    "Show why a memory is believed: its words, numbers, decisions and history.",
    ["why 3f2a1c", "why 3f2a1c --user alice --json"],
  )
    .argument("<id>", ID_HELP)
    .inScope({ creates: false }, async ({ scope, here, out }, id: string) => {
      const answer = await whyOf(scope, id, out.screen.now);
      out.answer({ ...here, ...answer }, (screen) => whyLines(screen, answer));
    });
}

/** All that speaks for a memory; what the settings keep none of is `null`. */
interface Why extends Proof {
  readonly decisions: readonly DecisionEntry[] | null;
  readonly history: readonly HistoryEntry[] | null;
}

export async function whyOf(scope: ScopeHandle, id: string, now: Date): Promise<Why> {
  const { id: whole } = await theMemory(scope, id);
  const { memory, evidence, validity, supersedes } = await scope.memories.proof(whole);
  const history = await readOrNull(() => scope.memories.history(whole, { limit: 1_000 }));
  const decisions = await readOrNull(() => scope.memories.decisions(whole, { limit: 1_000 }));
  return { memory: asOf(memory, now), evidence, validity, supersedes, decisions, history };
}

export function whyLines(screen: Screen, why: Why): Lines {
  const { colors } = screen;
  const { memory, evidence, validity, decisions, history } = why;
  const status = styledStatus(colors, memory.status, memory.status);
  const parts: [title: string, lines: Lines][] = [
    ["Evidence", evidenceLines(screen, evidence)],
    ["True", validity.map((interval) => `  ${intervalText(interval)}`)],
    ["Numbers", numberLines(screen, why)],
    ["Decisions", decisions === null ? [NOT_KEPT] : decisionLines(screen, decisions)],
    ["History", history === null ? [NOT_KEPT] : historyLines(screen, history)],
  ];
  return [
    headLines(screen, memory),
    `${colors.cyan(memory.shortId)} · ${status} · backed by ${countText(evidence.length, "event", "events")}`,
    parts.map(([title, lines]) => ["", colors.bold(title), lines]),
  ];
}

const NOT_KEPT = "  The settings keep none (audit is off).";

function intervalText({ validFrom, validTo, revFrom, revTo }: Validity): string {
  const revisions =
    revTo === null ? `known since rev ${revFrom}` : `known from rev ${revFrom} to rev ${revTo}`;
  return `from ${utc(validFrom)} ${validTo === null ? "on" : `to ${utc(validTo)}`}, ${revisions}`;
}

/** The sources, from the most trusted to the least. */
const WORDS: readonly [from: number, word: string][] = [
  [1, "the user's own word"],
  [0.6, "a tool's word"],
  [0.5, "the assistant's word"],
  [0.4, "an import"],
  [0, "somebody else's word"],
];

function numberLines(screen: Screen, { memory, evidence }: Proof): string[] {
  const trust = memoryTrust(evidence.map((one) => one.trust));
  const word = WORDS.find(([from]) => trust >= from)?.[1] ?? "nobody's word";
  const best = bestOf(evidence);
  return pairs(screen, [
    ...numbersOf(memory, screen.now),
    ["evidence", countText(memory.evidenceCount, "independent source", "independent sources")],
    [
      "trust",
      `${percentText(trust)} (whose word is it? ${word}${best === null ? "" : `, ${METHODS[best.method]}`})`,
    ],
  ]);
}

const RANKED: readonly QuotedEvidence["method"][] = ["llm_extract", "rule", "user_explicit"];

/** The piece of evidence that a contradiction would have to outrank: the most trusted, then the most explicit. */
function bestOf(evidence: readonly QuotedEvidence[]): QuotedEvidence | null {
  const rank = ({ trust, method }: QuotedEvidence): number =>
    trust * RANKED.length + RANKED.indexOf(method) / 10;
  return evidence.reduce<QuotedEvidence | null>(
    (best, one) => (best === null || rank(one) > rank(best) ? one : best),
    null,
  );
}
