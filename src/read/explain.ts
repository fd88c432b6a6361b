import type { Hit } from "../api/hit.ts";
import type { CutHit, ExplainOptions, Explanation, Verdict } from "../api/recall.ts";
import { estimateTokens } from "../domain/budget.ts";
import type { Memory } from "../domain/memory.ts";
import type { Source } from "../domain/names.ts";
import type { Settings } from "../domain/settings.ts";
import { strengthAt } from "../domain/strength.ts";
import type { TenantSettings } from "../store/tenant-settings.ts";
import { toHit } from "./hit.ts";
import { type Ranked, rank } from "./rank.ts";
import type { ReadContext } from "./read-context.ts";
import { recall } from "./recall.ts";
import { type ReadingHandle, recallRequest } from "./recall-options.ts";
import type { RecallRequest } from "./request.ts";
import type { Trace } from "./trace.ts";

/** Lines that an explanation names at most. */
const MOST_CUT = 200;

/** The settings of a preset that a read depends on. */
export type ReadSettings = Pick<Settings, "readPolicy" | "render" | "categories">;

interface ExplainCall extends Omit<ExplainOptions, "preset" | "memory"> {
  readonly preset: ReadSettings | null;
  readonly memory: Memory | null;
}

/** A recall, with what was found and left out. Nothing is counted or marked as delivered. */
export async function explain(
  context: ReadContext,
  handle: ReadingHandle,
  query: unknown,
  { preset, memory, ...options }: ExplainCall,
): Promise<Explanation> {
  const [{ tenant }] = handle.scopes;
  let floors: Partial<Record<Source, number>> = {};
  let cut: CutHit[] = [];
  let current: RecallRequest | undefined;
  const under = ({ settings: own, policy }: TenantSettings): RecallRequest => {
    const settings = preset === null ? own : { ...own, ...preset };
    // Newer policies ask again from the start.
    floors = {};
    cut = [];
    const question = recallRequest(context, settings, handle, { query, options, call: "explain()" });
    const trace: Trace = {
      floor: (source, least) => {
        if (Number.isFinite(least)) floors[source] = least;
      },
      cut: (candidate, rule) => {
        const [ranked] = rank([candidate], settings.readPolicy, question.now);
        if (cut.length < MOST_CUT && ranked !== undefined)
          cut.push({ hit: hitOf(ranked, question.now), rule });
      },
    };
    current = { ...question, trace, policy, newer: async () => under(await context.tenants.now(tenant)) };
    return current;
  };
  const { hits, degraded, toPrompt } = await recall(under(context.tenants.last(tenant)));
  const prompt = toPrompt();
  const { settings, bounds, now } = current!;
  return {
    ...{ hits, cut: withoutShown(cut, hits), floors, degraded, prompt },
    tokens: estimateTokens(prompt),
    limits: { maxItems: bounds.maxItems, maxTokens: bounds.maxTokens },
    verdict: memory === null ? null : verdictOn(memory, { hits, cut, settings, now }),
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

function hitOf(ranked: Ranked, now: Date): Hit {
  const { candidate } = ranked;
  const shown =
    candidate.kind === "event"
      ? (candidate.quotation?.text ?? candidate.entry.passage(candidate.passage))
      : candidate.entry.row.text;
  const line = { ranked, line: "", shown, core: false };
  return toHit(line, candidate.kind === "event" ? [] : (candidate.entry.evidence ?? []), now);
}

interface Found {
  readonly hits: readonly Hit[];
  readonly cut: readonly CutHit[];
  readonly settings: Settings;
  readonly now: Date;
}

/** The first thing that keeps it out, in the order in which a recall looks. */
function verdictOn(memory: Memory, { hits, cut, settings, now }: Found): Verdict {
  if (hits.some(({ id }) => id === memory.id)) return "shown";
  if (memory.status !== "active") return "status";
  if (memory.kind === "timeline" || memory.kind === "procedural") return "kind";
  if (strengthAt(memory.strength, memory.strengthAt, now) < settings.readPolicy.minStrength)
    return "strength";
  return cut.find(({ hit }) => hit.id === memory.id)?.rule ?? "unrelated";
}
