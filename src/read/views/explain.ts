import type { CutHit, ExplainOptions, Explanation, Hit } from "../../api/recall.ts";
import { estimateTokens } from "../../domain/budget.ts";
import type { Source } from "../../domain/enums.ts";
import type { Event } from "../../domain/event.ts";
import type { Memory } from "../../domain/memory.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Verdict } from "../../domain/why-not.ts";
import { rank } from "../rank/rank.ts";
import { recall } from "../recall.ts";
import { recallRequest, underPolicies } from "../recall-request.ts";
import { toHit } from "../render/hits.ts";
import {
  candidateText,
  memoryIdOf,
  type RecallCandidate,
  type RecallTrace,
  type Watched,
} from "../shared/candidate.ts";
import type { Question, ReadContext, ReadingHandle } from "../shared/request.ts";
import { verdictOn } from "./verdict.ts";

/** Lines that an explanation names at most. */
const MAX_CUT = 200;

interface ExplainCall extends Omit<ExplainOptions, "preset" | "memory" | "event"> {
  readonly preset: Pick<Settings, "readPolicy" | "render" | "categories"> | null;
  /** The line that somebody asks about; `null`: none. */
  readonly about: { readonly memory: Memory } | { readonly event: Event } | null;
}

/** A recall, with what was found and left out. Nothing is counted or marked as delivered. */
export async function explain(
  context: ReadContext,
  handle: ReadingHandle,
  query: unknown,
  { preset, about, ...options }: ExplainCall,
): Promise<Explanation> {
  const [scope] = handle.scopes;
  let floors: Partial<Record<Source, number>> = {};
  let cut: CutHit[] = [];
  let missed: Verdict | null = null;
  let current: Question | undefined;
  const watched =
    about === null ? null : "memory" in about ? { memory: about.memory.id } : { seq: about.event.seq };
  const request = underPolicies(context, scope, (scopeSettings) => {
    const settings = preset === null ? scopeSettings : { ...scopeSettings, ...preset };
    // Newer policies ask again from the start.
    floors = {};
    cut = [];
    missed = null;
    const question = recallRequest(context, settings, handle, { query, options, call: "explain()" });
    const { now } = question;
    const trace: RecallTrace = {
      floor: (source, least) => {
        if (Number.isFinite(least)) floors[source] = least;
      },
      cut: (candidate, rule) => {
        const [ranked] = rank([candidate], settings.readPolicy, now);
        if (ranked === undefined || (cut.length >= MAX_CUT && !isWatched(candidate, watched))) return;
        cut.push({ hit: toHit({ ranked, visibleText: candidateText(candidate), core: false }, now), rule });
      },
      watched,
      missed: (why) => {
        missed ??= why;
      },
    };
    current = { ...question, trace };
    return current;
  });
  const { hits, degraded, toPrompt, receipt } = await recall(request);
  const prompt = toPrompt();
  const { bounds } = current!;
  const limits = { maxItems: bounds.maxItems, maxTokens: bounds.maxTokens };
  const result = { hits, cut: withoutShown(cut, hits), floors, degraded, prompt };
  const run = { ...result, cut, limits, missed, lines: receipt.block?.lines ?? [], question: current! };
  const tokens = estimateTokens(prompt);
  return { ...result, tokens, limits, verdict: about === null ? null : verdictOn(about, run) };
}

function isWatched(candidate: RecallCandidate, watched: Watched | null): boolean {
  if (watched === null) return false;
  return "seq" in watched
    ? candidate.kind === "event" && candidate.entry.event.seq === watched.seq
    : memoryIdOf(candidate) === watched.memory;
}

/** A line may be cut in one search and found in another, as a quote and as a memory. */
function withoutShown(cut: readonly CutHit[], hits: readonly Hit[]): CutHit[] {
  const seen = new Set(hits.map(nameOf));
  return cut.filter(({ hit }) => {
    const isNew = !seen.has(nameOf(hit));
    seen.add(nameOf(hit));
    return isNew;
  });
}

function nameOf({ kind, id }: Hit): string {
  return `${kind} ${id}`;
}
