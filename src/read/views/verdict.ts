import type { CutHit, Explanation } from "../../api/recall.ts";
import type { LineRef } from "../../domain/block-ref.ts";
import type { Event } from "../../domain/event.ts";
import type { Memory } from "../../domain/memory.ts";
import { shownShare, type Verdict, verdict } from "../../domain/why-not.ts";
import { isAny } from "../parse/question.ts";
import { OF_STATUS } from "../retrieve/eligible.ts";
import type { Question } from "../shared/request.ts";

/** What a recall came to, for the verdict on one line. */
interface Recalled extends Pick<Explanation, "cut" | "floors" | "degraded" | "limits"> {
  /** The lines of the block. */
  readonly lines: readonly LineRef[];
  /** Why the line was no candidate, as the search found out. */
  readonly missed: Verdict | null;
  readonly question: Question;
}

type About = { readonly memory: Memory } | { readonly event: Event };

/** The first thing that keeps a line out, in the order in which a recall looks. */
export function verdictOn(about: About, recalled: Recalled): Verdict {
  if (recalled.lines.some((line) => isLine(line, about))) return verdict("shown");
  const closed =
    "memory" in about ? closedMemory(about.memory, recalled) : closedEvent(about.event, recalled);
  if (closed !== null) return closed;
  const id = "memory" in about ? about.memory.id : about.event.id;
  const cut = recalled.cut.find(({ hit }) => hit.id === id);
  if (cut !== undefined) return cutVerdict(cut, recalled);
  if (recalled.missed !== null) return recalled.missed;
  // Every search that ran has said why; where none did, the recall could not be finished.
  return verdict("degraded", { reason: recalled.degraded?.reason ?? "interrupted" });
}

function isLine(line: LineRef, about: About): boolean {
  if ("memory" in about) return "id" in line && line.id === about.memory.id;
  const { seq } = about.event;
  return "seq" in line && (line.seq === seq || line.later?.seq === seq);
}

function closedMemory(
  { status, supersededBy }: Memory,
  { question: { from, asOf } }: Recalled,
): Verdict | null {
  const isCurrent = status === "active" || (asOf !== null && status === "superseded");
  if (!isCurrent) {
    const by = status === "superseded" ? supersededBy : null;
    return verdict(OF_STATUS[status as keyof typeof OF_STATUS], by === null ? {} : { memory: by });
  }
  return from.includes("memories") || from.includes("timeline") ? null : verdict("source");
}

function closedEvent({ erasedAt, hiddenAt }: Event, { question }: Recalled): Verdict | null {
  const { from, settings, query } = question;
  if (erasedAt !== null) return verdict("erased");
  if (hiddenAt !== null) return verdict("forgotten");
  if (from.includes("events")) return null;
  if (!from.includes("quotes")) return verdict(settings.readPolicy.quotes ? "source" : "quotesOff");
  return isAny(query) ? verdict("unasked") : null;
}

function cutVerdict({ hit, rule }: CutHit, { floors, limits }: Recalled): Verdict {
  switch (rule) {
    case "floor": {
      const floor = floors[hit.kind === "event" ? "quotes" : "memories"] ?? floors.events ?? 0;
      return verdict(rule, { relevance: shownShare(hit.why.relevance), floor: shownShare(floor) });
    }
    case "items":
      return verdict(rule, { most: limits.maxItems });
    case "tokens":
      return verdict(rule, limits.maxTokens === null ? {} : { most: limits.maxTokens });
    default:
      return verdict(rule);
  }
}
