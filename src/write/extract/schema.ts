import { z } from "zod";
import {
  ALIAS,
  CONFIDENTIAL,
  IMPORTANCE_WORDS,
  type ImportanceWord,
  MEMORY_TYPES,
} from "../../domain/memory.ts";
import { thing } from "../../language/shared/thing.ts";
import { withDetails } from "./details.ts";
import { fencedLine } from "./fence.ts";

/** The kinds a model may give a fact: the types, and `procedural` for a way to do something. */
const FACT_TYPES = [...MEMORY_TYPES, "procedural"] as const;
export type FactType = (typeof FACT_TYPES)[number];

const share = z.number().min(0).max(1);
const numbers = z.array(z.number()).default([]);
const words = z.string().nullable().default(null);
/** Plainly said, as most facts are. A procedure that nobody asked for needs a model that says it is surer. */
const PLAIN = 0.85;

/** The fields that a model is asked for: few, for a provider's strict mode makes it write every one of them. */
const RequestedFact = z.object({
  text: z.string(),
  // Named to the model; another word from it costs that fact, not the whole answer.
  type: z.string().meta({ enum: FACT_TYPES }),
  subject: words,
  importance: z.number(),
  source: z.number(),
  quote: z.string(),
  /** See `withDetails`. */
  more: z.array(z.string()).default([]),
});

/**
 * One fact as it is read. Only text and type must be there: a field that is left out means nothing in particular. A
 * detail may stand in `more` or under its own name.
 */
const FactFields = RequestedFact.extend({
  importance: share.default(0.5),
  source: z.number().nullable().default(null),
  quote: z.string().default(""),
  category: z.string().default(""),
  key: words,
  slot: words,
  affirmed: z.boolean().default(true),
  corrects: z.boolean().default(false),
  confidence: share.default(PLAIN),
  alsoFrom: numbers,
  matches: numbers,
  extends: numbers,
  contradicts: numbers,
  validFrom: words,
  expiresAt: words,
  alias: words,
  confidential: words,
});
const Fact = FactFields.transform(withDetails);
export type Fact = z.output<typeof Fact>;

/** Retractions and requests to forget, by the numbers of known memories and of messages. */
const Retraction = z.object({
  source: z.number().nullable().default(null),
  known: numbers,
  messages: numbers,
});
export type Retraction = z.output<typeof Retraction>;

const forget = z.array(Retraction).default([]);
export const Facts = z.object({ facts: z.array(Fact), forget });
/** The shape that a request asks for. */
export const FactsSchema = z.object({ facts: z.array(RequestedFact), forget });

const WORDS = Object.keys(IMPORTANCE_WORDS) as [ImportanceWord, ...ImportanceWord[]];

/** The same, with importance in a word. Another word from a model is medium. */
const inWords = { importance: z.string().meta({ enum: WORDS }).default("medium") };
export const FactsInWords = z.object({
  facts: z.array(FactFields.extend(inWords).transform(withDetails)),
  forget,
});
export const FactsInWordsSchema = z.object({ facts: z.array(RequestedFact.extend(inWords)), forget });

/** An importance as it is stored. */
export function importanceOf(reply: string): number {
  const word = WORDS.find((one) => one === reply.trim().toLowerCase());
  return IMPORTANCE_WORDS[word ?? "medium"];
}

/** Sentences put right, by the numbers under which they were sent back. */
export const Mended = z.object({ facts: z.array(z.object({ number: z.number(), text: z.string() })) });

/** `Task State` is `task_state`; `undefined` for a type that does not exist. */
export function factType(reply: string): FactType | undefined {
  const folded = reply
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return FACT_TYPES.find((type) => type === folded);
}

/** The slots that rules fill too, so that what rules and models find of one thing meets. */
export const SLOTS = {
  alone: [
    ...["name", "age", "birthday", "home", "origin", "job", "employer", "partner", "diet"],
    ...["height", "weight", "pronouns", "called"],
  ],
  ofThings: ["likes", "allergy", "favourite", "has", "plan"],
} as const;

const LONGEST_THING = 60;

/** A model's slot as rules would name it; `null` for one that is not on the list, so that nothing is replaced by it. */
export function slotOf(reply: string | null): string | null {
  const slot = reply?.trim().toLowerCase() ?? "";
  if ((SLOTS.alone as readonly string[]).includes(slot)) return slot;
  const [name, what] = slot.split(/[:：](.*)/s, 2);
  if (what === undefined || !(SLOTS.ofThings as readonly string[]).includes(name!.trim())) return null;
  const of = what.length > LONGEST_THING ? "" : thing(what);
  return of === "" ? null : `${name!.trim()}:${of}`;
}

const LONGEST_TAG = 40;
const NOBODY = /^(?:null|none|nobody|no one|n\/a|无|没有|false|no)?$/i;

/** Attributes of a fact beside its sentence: another name of its subject, and the people it must be kept from. */
export function tagsOf({ alias, confidential }: Pick<Fact, "alias" | "confidential">): string[] {
  const tag = (kind: string, value: string | null): string[] => {
    const name = fencedLine(value ?? "", LONGEST_TAG);
    return NOBODY.test(name) ? [] : [`${kind}${name}`];
  };
  return [...tag(ALIAS, alias), ...tag(CONFIDENTIAL, confidential)];
}
