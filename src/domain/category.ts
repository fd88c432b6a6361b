import type { MemoryKind, MemoryType } from "./memory.ts";

/** Further fields of a memory, for the two categories whose type depends on more than their name. */
export interface CategoryHints {
  /** A decision that is a standing rule, not something that happened once. Default: `false`. */
  readonly standing?: boolean;
  /** The memory's text: an experience with numbered steps is a procedure. Default: none. */
  readonly text?: string;
}

interface Meaning {
  readonly type: MemoryType | null;
  readonly kind: MemoryKind;
}

/**
 * The kind and type of each category. An unlisted type is a category with the same name, for a caller who knows only the type. A `Map`, so that
 * a category called "constructor" is only an unknown one.
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  (
    [
      ["preference", "semantic", "preference tone style preferences workflow skill_usage"],
      ["profile", "semantic", "fact profile personal knowledge"],
      ["episode", "semantic", "decision experience"],
      ["task_state", "semantic", "todo tasks goals task_state"],
      ["constraint", "semantic", "constraints constraint"],
      ["episode", "timeline", "timeline"],
      ["episode", "episodic", "event activity episode"],
      [null, "insight", "relationship_dynamic"],
      [null, "procedural", "procedural"],
    ] as const
  ).flatMap(([type, kind, names]) => names.split(" ").map((name) => [name, { type, kind }] as const)),
);

/**
 * An unknown category is kept as it is, and means a profile fact: of the five types only `profile` and
 * `constraint` never expire, and a constraint would bind the bot. Losing what was not understood is worse than
 * keeping it.
 */
const UNKNOWN: Meaning = { type: "profile", kind: "semantic" };

const CATEGORIES: Readonly<Record<MemoryType, string>> = {
  profile: "profile",
  preference: "preference",
  task_state: "todo",
  constraint: "constraints",
  episode: "event",
};

// Two steps at least, because one number in front is also "1. FC Köln". Two patterns, because one with a gap
// between its halves would take quadratic time on a long text.
const BEFORE = "(?:^|[\\s:;,(：；，。（])";
const FIRST_STEP = stepPattern("1", "一", "①");
const SECOND_STEP = stepPattern("2", "二", "②");

/** The type that a category stands for when nothing else says it; `null` for insights and procedures. */
export function typeOfCategory(category: string, hints: CategoryHints = {}): MemoryType | null {
  if (hints.standing === true && normaliseCategory(category) === "decision") return "constraint";
  return meaning(category).type;
}

export function kindOfCategory(category: string, hints: CategoryHints = {}): MemoryKind {
  if (normaliseCategory(category) === "experience" && hasSteps(hints.text ?? "")) return "procedural";
  return meaning(category).kind;
}

/** Whether a category says no more than a type or a kind does. */
export function isPlainCategory(category: string): boolean {
  return MEANINGS.has(normaliseCategory(category));
}

/** The category to write where only the type is known; `typeOfCategory` leads back. */
export function categoryOfType(type: MemoryType): string {
  return CATEGORIES[type];
}

function meaning(category: string): Meaning {
  return MEANINGS.get(normaliseCategory(category)) ?? UNKNOWN;
}

function normaliseCategory(category: string): string {
  return category.trim().toLowerCase();
}

function hasSteps(text: string): boolean {
  const first = text.search(FIRST_STEP);
  return first >= 0 && SECOND_STEP.test(text.slice(first + 1));
}

/** "1. …", "(1) …", "1、…", "Step 1: …", "步骤1：…", "第一步…", "①…". */
function stepPattern(digit: string, han: string, circled: string): RegExp {
  const numbered = `(?:step\\s?|步骤\\s?|步驟\\s?)?${digit}[.)、．:：）](?!\\d)`;
  return new RegExp(`${BEFORE}${numbered}|第[${digit}${han}]步|${circled}`, "i");
}
