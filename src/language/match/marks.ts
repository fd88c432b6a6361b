import { Phrases } from "./meanings.ts";

/** How far the speaker stands behind it. `can` is said of what is done, too, so it weighs nothing. */
export type Modal = "is" | "can" | "wish" | "plan" | "maybe" | "must";

/** What a word does to a sentence, where it is not what the sentence is about. */
export type Mark =
  /** Says nothing here: articles, pronouns, degrees. */
  | { readonly mark: "drop" }
  /** "A dog" is one dog. */
  | { readonly mark: "single" }
  /** What comes next stands in this relation. */
  | { readonly mark: "role"; readonly role: string }
  | { readonly mark: "not" | "ended" | "never" }
  /** It has ended; denied, it has not: "did not give up". */
  | { readonly mark: "stopped" }
  | { readonly mark: "modal"; readonly modal: Modal }
  | { readonly mark: "tense"; readonly past: boolean }
  /** A new clause; after `but` another one may hold. */
  | { readonly mark: "clause"; readonly but: boolean }
  /** What stands before it owns what comes next: 的. */
  | { readonly mark: "owner" }
  /** Done to somebody by somebody else: 被. */
  | { readonly mark: "passive" }
  /** Narrows the claim: only, unless, 只. */
  | { readonly mark: "limit" };

const MARKS = new Phrases<Mark>();

function add(phrases: string, mark: Mark): void {
  for (const phrase of phrases.split(",")) {
    if (phrase.trim() !== "") MARKS.add(phrase.trim(), mark);
  }
}

const drop = { mark: "drop" } as const;
add(
  `the, this, that, these, those, some, several, any, a few, a number of, a couple of, a group of, a bunch of, a piece of,
  pieces of, a kind of, various, i, me, my, mine, you, your, yours, he, him, his, himself, she, her, hers, herself, it, its,
  itself, we, our, they, them, their, theirs, themselves, there, here, each other, one another, together, times, very, really,
  quite, just, also, too, so, such, still, already, now, currently, nowadays, these days, at the moment, actually,
  basically, simply, anyway, please, ago, ones, own self, both of, all of, as well, indeed, of course, o`,
  drop,
);
add(
  `了, 着, 也, 都, 就, 还, 還, 很, 非常, 特别, 真, 真的, 挺, 十分, 超, 超级, 个, 有点, 有点儿, 现在, 目前, 正在, 已经, 已經, 其实,
  平时, 自己, 一些, 一种, 他, 她, 它, 他们, 她们, 它们, 们, 这, 那, 这个, 那个, 呢, 吧, 吗, 啊, 把, 将, 所, 得, 地, 之, 其, 而且, 并且,
  差不多, 左右, 大约, 一下, 一起, 不过, 不但, 不仅, 最近, 近来, 家里, 当中, 里, 里面, 这样, 那样, 一样`,
  drop,
);
add("a, an, another", { mark: "single" });

for (const [role, phrases] of Object.entries({
  from: "from, out of, off, away from, come from, be from, 从, 自, 由",
  to: "to, into, toward, towards, onto, 到, 往, 向, 给, 对",
  in: "in, inside, inside of, within, during",
  on: "on, upon",
  at: "at, near, beside, besides, next to, close to, 在, 于",
  along: "along, across, through, around, past, via, 沿着",
  with: "with, along with, together with, 和, 跟, 与, 同, 與",
  for: "for, on behalf of, 为, 為, 为了",
  against: "against",
  about: "about, regarding, concerning, 关于",
  by: "by",
  of: "of",
  as: "as, 作为",
  than: "than, over, rather than, instead of, in preference to, 比, 胜过",
  before: "before, prior to, ahead of",
  after: "after, following",
  since: "since, ever since, 自从",
  until: "until, till, 直到",
  above: "above, over the top of, 上面",
  under: "under, below, beneath, underneath, 下面",
  front: "in front of",
  behind: "behind, in back of",
  up: "up",
  down: "down",
  between: "between, among",
})) {
  add(phrases, { mark: "role", role });
}

add(
  `not, no, nobody, no one, neither, nor, nothing, none, nowhere, fail to, refuse to, lack, without,
  不, 没, 没有, 沒有, 沒, 無, 无, 未, 别, 不要, 不用, 不是, 並非, 并非, 不太, 不怎么, 没法`,
  { mark: "not" },
);
add("never, not ever, 从不, 从来不, 从来没, 从来没有, 从未, 从没, 绝不, 决不, 从不曾, 从沒", {
  mark: "never",
});
add(
  `no longer, no more, anymore, any more, not any longer, any longer, used to, formerly, former,
  不再, 已经不, 已經不, 再也不, 不复, 曾经, 曾經, 曾, 以前, 过去`,
  { mark: "ended" },
);
add("stop, quit, give up, cease to, 戒, 戒了, 戒掉, 戒掉了, 放弃了, 停止", { mark: "stopped" });
add(
  "want to, want, would like to, would like, hope to, hope, wish to, wish, would love to, dream of, 想, 想要, 希望, 愿意, 渴望",
  {
    mark: "modal",
    modal: "wish",
  },
);
add(
  "will, plan to, plan on, plan, intend to, be go to, go to be, about to, would, 打算, 计划, 準備, 准备, 要, 将要, 即将, 会去",
  { mark: "modal", modal: "plan" },
);
add("may, might, could, maybe, perhaps, probably, possibly, 可能, 也许, 大概, 或许, 好像, 似乎", {
  mark: "modal",
  modal: "maybe",
});
add("must, have to, need to, should, ought to, 必须, 需要, 应该, 應該, 不得不, 一定要", {
  mark: "modal",
  modal: "must",
});
add("can, able to, be able to, know how to, 能, 可以, 会, 會, 能够", { mark: "modal", modal: "can" });
add("过, 過", { mark: "tense", past: true });
add(
  "and, or, that, which, who, whom, whose, where, when, while, because, so that, since then, 因为, 所以, 或, 或者, 以及",
  {
    mark: "clause",
    but: false,
  },
);
add("but, however, although, though, whereas, yet, 但, 但是, 可是, 而, 而是, 虽然, 却", {
  mark: "clause",
  but: true,
});
add("的", { mark: "owner" });
add("被", { mark: "passive" });
add("only, unless, if, except, except for, whenever, 只, 仅, 除非, 如果, 除了, 要是", { mark: "limit" });

export { MARKS };
