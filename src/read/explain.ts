import type { CutHit, ExplainOptions, Explanation, Hit, Verdict } from "../api/recall.ts";
import { estimateTokens } from "../domain/budget.ts";
import type { Memory } from "../domain/memory.ts";
import type { Source } from "../domain/names.ts";
import type { Settings } from "../domain/settings.ts";
import { strengthAt } from "../domain/strength.ts";
import { recallRequest, underPolicies } from "./ask.ts";
import { candidateText, type Trace } from "./candidate.ts";
import { rank } from "./rank.ts";
import { recall, toHit } from "./recall.ts";
import type { Question, ReadContext, ReadingHandle } from "./request.ts";

/** Lines that an explanation names at most. */
const MOST_CUT = 200;

interface ExplainCall extends Omit<ExplainOptions, "preset" | "memory"> {
  readonly preset: Pick<Settings, "readPolicy" | "render" | "categories"> | null;
  readonly memory: Memory | null;
}

/** A recall, with what was found and left out. Nothing is counted or marked as delivered. */
export async function explain(
  context: ReadContext,
  handle: ReadingHandle,
  query: unknown,
  { preset, memory, ...options }: ExplainCall,
): Promise<Explanation> {
  const [scope] = handle.scopes;
  let floors: Partial<Record<Source, number>> = {};
  let cut: CutHit[] = [];
  let current: Question | undefined;
  const request = underPolicies(context, scope, (own) => {
    const settings = preset === null ? own : { ...own, ...preset };
    // Newer policies ask again from the start.
    floors = {};
    cut = [];
    const question = recallRequest(context, settings, handle, { query, options, call: "explain()" });
    const { now } = question;
    const trace: Trace = {
      floor: (source, least) => {
        if (Number.isFinite(least)) floors[source] = least;
      },
      cut: (candidate, rule) => {
        const [ranked] = rank([candidate], settings.readPolicy, now);
        if (cut.length < MOST_CUT && ranked !== undefined)
          cut.push({ hit: toHit({ ranked, shown: candidateText(candidate), core: false }, now), rule });
      },
    };
    current = { ...question, trace };
    return current;
  });
  const { hits, degraded, toPrompt } = await recall(request);
  const prompt = toPrompt();
  const { bounds } = current!;
  return {
    ...{ hits, cut: withoutShown(cut, hits), floors, degraded, prompt },
    tokens: estimateTokens(prompt),
    limits: { maxItems: bounds.maxItems, maxTokens: bounds.maxTokens },
    verdict: memory === null ? null : verdictOn(memory, { hits, cut }, current!),
  };
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

/** The first thing that keeps it out, in the order in which a recall looks. */
function verdictOn(
  memory: Memory,
  { hits, cut }: Pick<Explanation, "hits" | "cut">,
  { settings, now }: Question,
): Verdict {
  if (hits.some(({ id }) => id === memory.id)) return "shown";
  if (memory.status !== "active") return "status";
  if (memory.kind === "timeline" || memory.kind === "procedural") return "kind";
  if (strengthAt(memory.strength, memory.strengthAt, now) < settings.readPolicy.minStrength)
    return "strength";
  return cut.find(({ hit }) => hit.id === memory.id)?.rule ?? "unrelated";
}
