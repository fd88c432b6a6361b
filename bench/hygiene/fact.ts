/** The content a sentence must have to count as a certain fact, whatever its wording. */
export interface Fact {
  /** As it was written; names the fact in a verdict. */
  readonly what: string;
  /** Of each group at least one must be in the text. */
  readonly all: readonly (readonly RegExp[])[];
  /** None of these may be. */
  readonly not: readonly RegExp[];
  /** Whom it must be about. */
  readonly subject: string | null;
  /** `yes`: the text denies nothing and calls nothing past; `no`: it does; `null`: either. */
  readonly says: "yes" | "no" | null;
  /** The day (`2026-06-16`) that the text names, or on which the memory ends. */
  readonly due: string | null;
}

/** The reference a fact is compared with. */
export interface Held {
  readonly text: string;
  readonly subject: string | null;
  readonly expiresAt: Date | null;
}

/**
 * A fact from its short form, groups joined by ` & `, alternatives by `|`:
 *
 * - `berlin|柏林 & live|home|住`: one word of each group. A Latin word or a number must begin where a word begins,
 *   so `live` is in "lives" and not in "olive"; a number must also end there. Chinese is found anywhere.
 * - `!munich|慕尼黑`: none of these. `/\bcats?\b/`: a regular expression (which has no `|` at its top level).
 * - `YES`: nothing is denied; `NO`: something is; `ANY`: either. `@bob`: it is about Bob. `due:2026-06-16`: the day.
 */
export function fact(words: string, says: Fact["says"] = null): Fact {
  let subject: string | null = null;
  let due: string | null = null;
  const all: RegExp[][] = [];
  const not: RegExp[] = [];
  for (const group of words.split(" & ").map((part) => part.trim())) {
    if (group === "YES") says = "yes";
    else if (group === "NO") says = "no";
    else if (group === "ANY") says = null;
    else if (group.startsWith("@")) subject = plain(group.slice(1));
    else if (group.startsWith("due:")) due = group.slice(4);
    else if (group.startsWith("!")) not.push(...alternatives(group.slice(1)));
    else all.push(alternatives(group));
  }
  return { what: words, all, not, subject, says, due };
}

export function matches(wanted: Fact, held: Held): boolean {
  const text = plain(held.text);
  return (
    wanted.all.every((group) => group.some((one) => one.test(text))) &&
    !wanted.not.some((one) => one.test(text)) &&
    (wanted.says === null || denies(text) === (wanted.says === "no")) &&
    (wanted.subject === null || isAbout(wanted.subject, held.subject, text)) &&
    (wanted.due === null || isDue(wanted.due, held, text))
  );
}

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/[’‘`]/g, "'");

function alternatives(group: string): RegExp[] {
  if (group.startsWith("/") && group.endsWith("/")) return [new RegExp(group.slice(1, -1), "u")];
  return group.split("|").map((word) => {
    const wanted = plain(word);
    const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    const before = /^[\p{Script=Latin}\d]/u.test(wanted) ? "(?<![\\p{Script=Latin}\\d])" : "";
    const after = /\d$/.test(wanted) ? "(?!\\d)" : "";
    return new RegExp(before + escaped + after, "u");
  });
}

/** Words that deny a claim or call it past. */
const DENIAL = [
  /\b(no|not|never|none|without|neither|nor|cannot|former|formerly|previously|earlier|ex)\b|n't\b/u,
  /\b(used to|gave up|given up|quit|quits|stopped|left|cancel\w*|dislikes?|hates?|avoids?|sold|lost|free of)\b/u,
  /不(?!错|仅|但|过|同|锈)|没|无|曾|以前|之前|过去|从前|原来|戒|停止|讨厌|取消|离职|辞|卖掉|(?<![特分区级性])别/u,
];

export const denies = (text: string): boolean => DENIAL.some((one) => one.test(plain(text)));

function isAbout(subject: string, named: string | null, text: string): boolean {
  return named === null ? text.includes(subject) : plain(named).includes(subject);
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const HOUR = 3_600_000;

/** The day in words, in digits, or as the end of the memory. */
function isDue(day: string, { expiresAt }: Held, text: string): boolean {
  const [, m, d] = day.split("-").map(Number) as [number, number, number];
  const month = `${MONTHS[m - 1]!.slice(0, 3)}[a-z]*\\.?`;
  const number = `0?${d}(?!\\d)`;
  const forms = [
    `${month} (the )?${number}`,
    `(?<!\\d)${number}(st|nd|rd|th)?( of)? ${month}`,
    `(?<!\\d)0?${m}[-/.月] ?${number}`,
    `(?<!\\d)${number}[./]0?${m}(?!\\d)`,
  ];
  if (forms.some((form) => new RegExp(form, "u").test(text))) return true;
  const start = Date.parse(`${day}T00:00:00Z`);
  const end = expiresAt?.getTime() ?? Number.NaN;
  // Days begin and end at other hours in other places, and "by Friday" may end as Saturday begins.
  return end >= start - 14 * HOUR && end <= start + 38 * HOUR;
}
