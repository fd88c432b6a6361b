/** Faulty answers of the scripted model: a text arrives, and is invalid. */
export const BAD_ANSWERS = [
  "bad-json",
  "fenced-json",
  "wrong-types",
  "numbers-as-text",
  "prose",
  "thinking-aloud",
  "truncated",
  "empty",
  "refusal",
  "invented-ids",
] as const;

/** Faulty requests: the answer does not arrive, or too late. */
export const BAD_SERVICE = [
  "rate-limit",
  "server-error",
  "unauthorized",
  "rejects",
  "slow",
  "hang",
  "stall",
  "cut",
  "html",
  "no-choices",
] as const;

export type BadAnswer = (typeof BAD_ANSWERS)[number];
export type BadService = (typeof BAD_SERVICE)[number];
export type MisbehaviourKind = BadAnswer | BadService;

/** One thing to do wrong, by its name or with its particulars. */
export type Misbehaviour =
  | MisbehaviourKind
  | {
      readonly kind: MisbehaviourKind;
      /** `rate-limit`: the `Retry-After` header. Default: 1; `null` sends none. */
      readonly retryAfterSeconds?: number | null;
      /** `slow`: how long an answer takes. Default: 1,000. */
      readonly delayMs?: number;
      /** `server-error`: the HTTP status. Default: 500. `html`: default 200, as behind a captive portal. */
      readonly status?: number;
      /** `rejects`: the parameter that this model does not take. Requests without it are answered. Default: "temperature". */
      readonly parameter?: string;
    };

export type Particulars = Exclude<Misbehaviour, string>;

export function particulars(misbehaviour: Misbehaviour): Particulars {
  return typeof misbehaviour === "string" ? { kind: misbehaviour } : misbehaviour;
}

export function isBadAnswer(kind: MisbehaviourKind): kind is BadAnswer {
  return (BAD_ANSWERS as readonly string[]).includes(kind);
}

export interface Answer {
  readonly text: string | null;
  readonly finish: "stop" | "length";
  readonly refusal: string | null;
}

/** A good answer made bad. */
export function spoil(text: string, kind: BadAnswer): Answer {
  const said = (words: string): Answer => ({ text: words, finish: "stop", refusal: null });
  switch (kind) {
    case "bad-json":
      return said(text.replaceAll('":', '" =>').replace(/[}\]]$/, ";"));
    case "fenced-json":
      return said(`\`\`\`json\n${text}\n\`\`\``);
    case "prose":
      return said(
        `Sure! I looked at [all of it]. Here is what you asked for:\n\n${text}\n\nLet me know if {anything} is unclear.`,
      );
    case "thinking-aloud":
      return said(`<think>The user wants {"draft": [1]} or so. Let me see.</think>\n\n${text}`);
    case "wrong-types":
      return said(
        change(text, (value) =>
          typeof value === "string" ? { is: [value] } : typeof value === "number" ? "high" : value,
        ),
      );
    case "numbers-as-text":
      return said(change(text, (value) => (typeof value === "number" ? String(value) : value)));
    case "invented-ids":
      return said(
        change(text, (value, key) =>
          ID_KEY.test(key) && typeof value === "string" ? `invented-${value}` : value,
        ),
      );
    case "truncated":
      return { text: text.slice(0, Math.ceil(text.length * 0.6)), finish: "length", refusal: null };
    case "empty":
      return said("");
    case "refusal":
      return { text: null, finish: "stop", refusal: "I'm sorry, but I can't help with that." };
  }
}

/** Keys whose texts point at something that exists. */
const ID_KEY = /^(id|ids|.*_ids?|.*Ids?|matches|contradicts|refs?|sources?|evidence)$/;

/** The JSON with each leaf changed; `key` is the nearest name above it. Text that is no JSON stays. */
function change(text: string, leaf: (value: unknown, key: string) => unknown): string {
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    if (typeof value !== "object" || value === null) return leaf(value, key);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)]));
  };
  try {
    return JSON.stringify(walk(JSON.parse(text), ""));
  } catch {
    return text;
  }
}
