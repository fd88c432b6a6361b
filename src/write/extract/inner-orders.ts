import type { Candidate, SourceEvent } from "../../domain/candidate.ts";
import { kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import type { CoreSort } from "../../domain/enums.ts";
import { withoutBlocks } from "../../domain/without-injected.ts";
import { readBearing } from "../../language/languages.ts";
import { type Piece, readMessage } from "../../language/message.ts";
import { toldOf } from "../../language/third-person.ts";
import { coreSortOf, isBrief } from "../../scope-index/core-sort.ts";
import { PLAIN_CLAIM } from "../tools/proposal.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import type { Batch } from "./load-batch.ts";

type Embed = WriteTools["embed"];

/** Sentences of one message that are judged, and how long each may be: a wish is short, and near the talk around it. */
const MAX_ORDERS = 12;
const LONGEST = 200;
/** As sure as what a model takes from plain words: a person decides. */
const CONFIDENCE = 0.9;
const IMPORTANCE = 0.8;

const WAITS = "an order inside a longer message waits for somebody's approval";

/**
 * Without a language model: the standing wishes and forms of address among a user's own sentences in messages that are too long
 * for the core. Each waits for somebody's approval. None without an embedder.
 */
export async function ordersInside(
  embed: Embed,
  { scope, events, from }: Pick<Batch, "scope" | "events" | "from">,
  sourceEvents: readonly SourceEvent[],
): Promise<Candidate[]> {
  const orders: Candidate[] = [];
  for (const [source, sourceEvent] of sourceEvents.entries()) {
    if (source < from || !isLong(events[source]!)) continue;
    // In a group a wish is its author's.
    if (scope.kind === "group" && sourceEvent.actor === null) continue;
    for (const { text, start, end } of likelyIn(sourceEvent.text)) {
      const sort = await sortOf(embed, text, false);
      if (sort === "wish" || sort === "address")
        orders.push({ ...candidateOf(text, sort, sourceEvent), source, span: [start, end] });
    }
  }
  return orders;
}

/** The candidates, where those that are standing orders of a longer message wait for somebody's approval. */
export async function holdingOrders(
  embed: Embed,
  { events }: Pick<Batch, "events">,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const held: Candidate[] = [];
  for (const candidate of candidates) {
    const isOrder =
      isLong(events[candidate.source]!) &&
      (candidate.type === "constraint" || (await isWish(embed, candidate)));
    held.push(isOrder ? { ...candidate, waits: WAITS } : candidate);
  }
  return held;
}

async function isWish(embed: Embed, { text, kind }: Candidate): Promise<boolean> {
  return kind === "semantic" && (await sortOf(embed, text, true)) === "wish";
}

/** A user's message that is too long for the core, whoever wrote the words in it. */
function isLong({ role, type, text }: Batch["events"][number]): boolean {
  return role === "user" && type === "message" && !isBrief(withoutBlocks(text));
}

/** The speaker's own sentences of which one may be an order: those that speak to somebody before others. */
function likelyIn(ownText: string): readonly Piece[] {
  // Whose words they are is judged already.
  const short = readMessage(ownText, []).statements.filter(
    ({ text }) => text.length <= LONGEST && !text.includes("…"),
  );
  const [to, others] = [true, false].map((toSomebody) =>
    short.filter(({ text }) => readBearing(text).toSomebody === toSomebody),
  );
  return [...to!, ...others!].slice(0, MAX_ORDERS);
}

async function sortOf(embed: Embed, text: string, ofSubject: boolean): Promise<CoreSort | null> {
  return coreSortOf(text, await embed(text), ofSubject);
}

function candidateOf(
  words: string,
  sort: "wish" | "address",
  { name, actor, at }: SourceEvent,
): Omit<Candidate, "source" | "span"> {
  const category = sort === "wish" ? "constraints" : "profile";
  const text = toldOf(words, { name, at });
  return {
    ...PLAIN_CLAIM,
    ...{ text, category, importance: IMPORTANCE, confidence: CONFIDENCE, method: "rule" },
    kind: kindOfCategory(category, { text }),
    type: typeOfCategory(category, { text }),
    slot: sort === "wish" ? null : "called",
    subject: actor ?? name,
    waits: WAITS,
  };
}
