import type { Topic } from "../../shared/finding.ts";
import { ruled } from "../../shared/rule-watch.ts";
import type { Who } from "./person.ts";

/** How long, where it may be left out: 三年了, 一个多月. */
export const LONG = "(?:[一二两三四五六七八九十几半好多\\d]+(?:多)?(?:年|个月|个多月|天|周)(?:多)?(?:了)?)?";

/** What a rule makes of what was said about somebody. */
export interface Claim {
  readonly topic: Topic;
  /** Gets the relation before it when it is about somebody else, unless it begins with `=`. */
  readonly slot: string | null;
  /** What to say of them. Default: as it was said. */
  readonly say?: string;
  /** Default: true, unless what was said is over. */
  readonly affirmed?: boolean;
  /** The words that a correction would replace. Default: none. */
  readonly value?: string;
  /** Somebody it speaks of for the first time: 猫. */
  readonly introduces?: string;
}

export type Rule = (core: string, who: Who) => Claim | readonly Claim[] | undefined;

/** A rule with its id: its language, where it stands and the slot it fills. */
export function rule(id: string, make: Rule): Rule {
  return (core, who) => ruled(id, make(core, who));
}

export function on(
  id: string,
  pattern: RegExp,
  make: (match: RegExpExecArray, who: Who) => ReturnType<Rule>,
): Rule {
  return rule(id, (core, who) => {
    const match = pattern.exec(core);
    return match === null ? undefined : make(match, who);
  });
}

export function firstClaims(core: string, who: Who, rules: readonly Rule[]): readonly Claim[] {
  for (const rule of rules) {
    const made = rule(core, who);
    if (made !== undefined) return Array.isArray(made) ? made : [made as Claim];
  }
  return [];
}

/** The things of a list: 花生、牛奶和海鲜. A list with anything long in it is left whole. */
export function items(list: string): string[] {
  const parts = list
    .split(/、|以及|还有|(?<=[\p{L}])和(?!平|尚|服|谐|田|颐)|跟(?!着|风|我)|与|,|，/u)
    .map((part) => part.trim());
  return parts.every((part) => part !== "" && part.length <= 10) && parts.length <= 6 ? parts : [list];
}

/** Words that point at something said or shown: 这个, 你的, 那首歌. */
const POINTS =
  /^(?:你|您|这|那|它|他|她|此|咱|我|自己|其|啥|什么|谁|的|了|过|着|上$|死|得|一个人$|看到你|听你|跟你|和你|有(?:人|你)|被你)|你(?:的|们|说|写|给|推荐|这)|这(?:个|种|样|首|部|本|些|篇)|那(?:个|种|样|首|部|本|些)|(?:时候|回答|答案|建议|说法|方案|回复)$/u;

export function isTaste(words: string): boolean {
  return words !== "" && words.length <= 30 && !POINTS.test(words);
}
