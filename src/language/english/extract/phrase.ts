import { withoutDates } from "../resolve-dates.ts";
import type { Who } from "./person.ts";
import { agreeGroup, isAdverb } from "./render.ts";
import { isPast, verbForm } from "./verbs.ts";

/** A clause taken apart: who, the verb and what follows it. */
export interface Phrase {
  readonly who: Who;
  /** The verb that says something: "live" of "have been living", "be" of "I'm". */
  readonly lemma: string;
  readonly time: "present" | "progressive" | "past" | "perfect" | "future" | "modal";
  /** The word before the verb that makes it a wish, a duty or an ability. */
  readonly modal: string | null;
  readonly negated: boolean;
  /** It was so and is no more: "no longer", "not … anymore", "used to". */
  readonly ended: boolean;
  /** It was said with "used to". */
  readonly formerly: boolean;
  readonly adverbs: string;
  /** The verb group as said of one other person: "has been living", "does not like". */
  readonly verb: string;
  readonly rest: string;
  /** More was said after a pause. */
  readonly cut: boolean;
}

const TAIL =
  /(?:(?<![,\s])[,\s]+(?:now|right now|nowadays|these days|at the moment|currently|too|as well|anymore|any more|any longer|no more|by the way|btw|though|actually|honestly|tbh|please|thanks|thank you|lol|ugh|yay|woo+|haha+|hehe|you know|i guess|i think|i suppose|i believe|to be honest|for real|really|so much|very much|a lot|so far|again|right|ok|okay|in fact|of course|obviously|unfortunately|sadly|luckily|finally|instead|already|after all|either|for now|as of now|since then|fyi|man|dude|bro|guys|folks|friend|mate|lately|recently|and stuff|or something|etc|and all|like that|mostly|anyway|alone tbh|and yes|no exceptions|at all|ffs|smh|imo|imho|ngl|y'all|yay|wow|today only|in a nutshell|here|any day|ever|forever|then)){1,4}[.!?…]*$/i;
const ENDED_TAIL =
  /(?:^|[\s,])(?:anymore|any more|any longer|no more)(?=\W*$|\s+(?:now|though|btw|because|since))/i;

/** Before a noun, these tell what it is like. */
const LIKE_PAST =
  /^(?:mixed|red|used|limited|advanced|assorted|unlimited|fixed|broken|wicked|unused|related|talented)$/;

/** The verb group of what follows a subject; nothing when there is no verb to be seen. */
export function readPhrase(who: Who, predicate: string): Phrase | undefined {
  const words = predicate.split(" ");
  const group: string[] = [];
  const adverbs: string[] = [];
  let at = 0;
  let negated = false;
  let ended = false;
  let formerly = false;
  const peek = (): string => (words[at] ?? "").toLowerCase();
  const take = (): string => {
    const word = words[at]!;
    if (!/^(?:all|both)$/i.test(word)) group.push(word);
    at += 1;
    return word.toLowerCase();
  };
  const skip = (): void => {
    for (;;) {
      if (peek() === "not" || peek() === "never") negated = true;
      else if (peek() === "no" && words[at + 1]?.toLowerCase() === "longer") {
        ended = true;
        at += 2;
        continue;
      } else if (!isAdverb(peek().replace(/,$/, ""))) return;
      else adverbs.push(peek());
      take();
    }
  };
  const done = (lemma: string, time: Phrase["time"], modal: string | null = null): Phrase => {
    const rest = words.slice(at).join(" ");
    if (/\bagain\W*$/i.test(rest)) adverbs.push("again");
    const first = firstThought(rest);
    const over = ended || (negated && ENDED_TAIL.test(rest));
    return {
      who,
      lemma,
      time,
      modal,
      negated: negated || over,
      ended: over,
      formerly,
      adverbs: adverbs.join(" "),
      verb:
        who.kind === "self" && !who.plural && !(time === "past" && SAME_PAST.test(lemma))
          ? agreeGroup(group)
          : group.join(" "),
      rest: trimTail(first),
      cut: rest.slice(first.length).startsWith(", "),
    };
  };
  const lemmaOf = (word: string): string => verbForm(word)?.lemma ?? word.replace(/(?:ing|ed|s)$/, "");

  skip();
  const first = peek();
  if (first === "") return undefined;
  if (/^(?:can|could|will|would|should|might|may|must|shall)$/.test(first)) {
    take();
    skip();
    if (peek() === "") return undefined;
    if (peek() === "be" && /ing$/.test(words[at + 1] ?? "")) take();
    return done(lemmaOf(take()), first === "will" || first === "shall" ? "future" : "modal", first);
  }
  if (/^(?:do|does|did)$/.test(first) && words.length > at + 1) {
    const next = words[at + 1]!.toLowerCase();
    const helps = next === "not" || (verbForm(next)?.form === "base" && next !== "it");
    if (helps) {
      take();
      skip();
      if (peek() === "") return undefined;
      return infinitive(first === "did" ? "past" : "present");
    }
  }
  if (first === "used" && words[at + 1]?.toLowerCase() === "to") {
    at += 2;
    ended = true;
    formerly = true;
    skip();
    return peek() === "" ? undefined : done(lemmaOf(take()), "present");
  }
  if (/^(?:am|are|is|was|were)$/.test(first)) {
    take();
    skip();
    const next = peek();
    if (
      next === "going" &&
      words[at + 1]?.toLowerCase() === "to" &&
      verbForm(words[at + 2] ?? "")?.form === "base"
    ) {
      take();
      take();
      return done(lemmaOf(take()), "future", "going to");
    }
    if (/^[a-z]{2,}ing$/.test(next) && !NOT_VERBS.test(next) && who.kind !== "thing") {
      take();
      return done(lemmaOf(next), /^wa|^we/.test(first) ? "past" : "progressive");
    }
    return done("be", /^wa|^we/.test(first) ? "past" : "present");
  }
  if (/^(?:have|has|had)$/.test(first)) {
    const next = (words[at + 1] ?? "").toLowerCase();
    if (next === "to") {
      take();
      take();
      return peek() === ""
        ? undefined
        : done(lemmaOf(take()), first === "had" ? "past" : "modal", first === "had" ? null : "have to");
    }
    const before = at;
    take();
    skip();
    const then = peek();
    if (then === "been" && /^[a-z]{2,}ing$/.test(words[at + 1] ?? "")) {
      take();
      return done(lemmaOf(take()), "perfect");
    }
    if (then === "got") {
      take();
      if (peek() === "to") {
        take();
        return done(lemmaOf(take()), "modal", "have to");
      }
      return NEWLY_GOT.test(words.slice(at).join(" ")) ? done("get", "perfect") : done("have", "present");
    }
    const form = verbForm(then)?.form;
    if (/^(?:run|come|become|quit|hit)$/.test(then)) {
      take();
      return done(then, first === "had" ? "past" : "perfect");
    }
    if (
      then !== "" &&
      (form === "participle" ||
        form === "past" ||
        (form === undefined && isPast(then) && !LIKE_PAST.test(then))) &&
      !/^(?:cut|set|read)$/.test(then)
    ) {
      take();
      return done(lemmaOf(then), first === "had" ? "past" : "perfect");
    }
    at = Math.max(at, before + 1);
    return done("have", first === "had" ? "past" : "present");
  }
  return infinitive("present");

  /** A verb, or "need to", "want to" and the like before one. */
  function infinitive(time: Phrase["time"]): Phrase | undefined {
    const word = take();
    const known = verbForm(word);
    if (/^(?:need|needs|needed)$/.test(word) && peek() === "to") {
      take();
      return peek() === "" ? undefined : done(lemmaOf(take()), "modal", "need to");
    }
    if (known === undefined && !/^[a-z][a-z'-]+$/.test(word)) return undefined;
    const past =
      time === "past" || isPast(word) || (group.length === 1 + adverbs.length && SAME_PAST.test(word));
    return done(known?.lemma ?? lemmaOf(word), past ? "past" : time);
  }
}

/** Verbs whose past looks like their present, and which people tell of rather than do all the time. */
const SAME_PAST = /^(?:quit|hurt|cut|hit|split)$/;
const NOT_VERBS =
  /^(?:king|morning|evening|interesting|boring|willing|amazing|exciting|charming|nothing|something|anything|during|string|spring|wedding|ring|thing|being|upcoming|outgoing|easygoing|hardworking|vegetarian)$/;
const NEWLY_GOT = /^(?:married|engaged|divorced|promoted|fired|hired|laid|accepted|into|pregnant)\b/i;

/** Where another thought begins, said without a pause. */
const ANOTHER =
  /,? (?:so|but(?! also)|because|cause|cos|cuz|bc|if|unless|though|although|whereas) |,? (?:and|or|n) (?:i|i'm|im|we|he|she|they|it|you|(?:the|my|our) [\p{L}'-]+ (?:is|are|was|were|has|have|will))\b/iu;
/** Text that may follow a comma: a place, a few words, items of a list. */
const SHORT_TAIL = 3;

const NOT_A_TAIL =
  /^(?:(?:pretty much|almost) )?(?:every|always|usually|mostly|which|who|with|seen|been)\b|\b(?:is|are|was|were|am)\b/i;

/** "Hiking, pretty much every weekend if the weather holds" → "hiking". */
function firstThought(words: string): string {
  const at = words.search(ANOTHER);
  const first = at < 0 ? words : words.slice(0, at);
  const comma = first.indexOf(", ");
  if (comma < 0) return first;
  const tail = first.slice(comma + 2);
  if (withoutDates(tail) !== tail && withoutDates(first.slice(0, comma)) === first.slice(0, comma))
    return first;
  if (NOT_A_TAIL.test(tail)) return first.slice(0, comma);
  return tail.split(" ").length <= SHORT_TAIL || isList(first) ? first : first.slice(0, comma);
}

/** More than two things, or two that "and" joins. */
function isList(words: string): boolean {
  const parts = items(words).length;
  return parts > 2 || (parts === 2 && !words.includes(", "));
}

/** Text after a comma that starts another thought. */
const NEXT_CLAUSE =
  /,? (?:btw|by the way)\b.*|, (?:but(?! also)|so|which|because|since|though|although|whereas|and (?:it|they|that|this)|even though|except|like i|as i|(?:pray for|wish me|so excited|unreal|crazy|amazing|fingers crossed|hope|yay|thank)|(?:things|life|everything|nothing|work|time|it|that) (?:is|are|have|has|was|were|seems?|feels?)) .*|,? and$/i;

/** Without the words at the end that say nothing: "too", "btw", "right now". */
export function trimTail(words: string): string {
  const bare = words.replace(NEXT_CLAUSE, "").replace(/(?<![\s,.!?…])[\s,.!?…]+$/, "");
  return bare.replace(TAIL, "").replace(/(?<![\s,])[\s,]+$/, "");
}

/** "Stopped eating meat", "quit smoking", "gave up playing chess": the same as no longer doing it. */
export function stoppedPhrase(phrase: Phrase): Phrase | undefined {
  const inner = gerund(phrase, /^(?:stop|quit|give|finish)$/);
  return inner === undefined || (phrase.lemma === "give" && !/^up /.test(phrase.rest))
    ? undefined
    : { ...inner, rest: withoutDates(inner.rest), time: "present", negated: true, ended: true };
}

/** "Started learning Japanese": the same as learning it now. */
export function startedPhrase(phrase: Phrase): Phrase | undefined {
  const back = phrase.lemma === "go" && /^back to /i.test(phrase.rest);
  const inner = back ? gerund({ ...phrase, adverbs: "again" }, /^go$/) : gerund(phrase, /^(?:start|begin)$/);
  if (inner !== undefined && back) return { ...inner, time: "present" };
  return inner === undefined ? undefined : { ...inner, rest: withoutDates(inner.rest), time: "progressive" };
}

function gerund(phrase: Phrase, verbs: RegExp): Phrase | undefined {
  const { lemma, time, rest } = phrase;
  if (!verbs.test(lemma) || (time !== "past" && time !== "perfect")) return undefined;
  const match = /^(?:up |back to )?([a-z]+ing)\b ?(.*)$/i.exec(rest);
  const form = match === null ? undefined : verbForm(match[1]!);
  return form?.form === "ing" ? { ...phrase, lemma: form.lemma, rest: match![2]!, modal: null } : undefined;
}

/** Pairs that are one thing. */
const PAIRS =
  /\b(?:fish and chips|mac and cheese|rock (?:and|n|&) roll|bread and butter|salt and (?:pepper|vinegar)|arts and crafts|drum and bass|dungeons (?:and|&) dragons|peanut butter and jelly|black and white|bed and breakfast|gin and tonic|ham and cheese|bacon and eggs|pros and cons|search and rescue|trial and error|rhythm and blues|country and western|research and development|supply and demand|wine and cheese)\b/i;
const LIST = /,? (?:and|or|&|\+|n|plus|as well as) |, (?:and |or )?/;
const NOT_AN_ITEM =
  /^(?:i|my|we|it|she|he|they|not|but|so|which|who|because|especially|mostly|like|really|always|sometimes|one|that|this)\b|\b(?:is|are|was|were|have|has)\b/i;

/**
 * The things of a list ("tea, coffee and cake"), each of which is a separate claim. A list with anything longer than a
 * few words is left whole: it is rather a sentence.
 */
export function items(list: string): string[] {
  if (PAIRS.test(list)) return [list];
  const called = /^([^,]+), \p{Lu}[\p{L}-]+$/u.exec(list);
  if (called !== null) return items(called[1]!);
  const parts = list.split(LIST).map((part) => part.trim());
  const gerunds = parts.filter((part) => /^(?:to )?\w+ing\b/.test(part)).length;
  if (gerunds > 0 && gerunds < parts.length) return [list];
  const plain = parts.every((part) => part !== "" && part.split(" ").length <= 4 && !NOT_AN_ITEM.test(part));
  return plain && parts.length <= 6 ? parts : [list];
}
