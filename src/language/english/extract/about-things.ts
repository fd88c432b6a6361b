import { isSecret, ruled, type Topic, thing } from "../../shared/claim.ts";
import { regex } from "../../shared/words.ts";
import { allergies } from "./about-self.ts";
import type { Claim } from "./claim.ts";
import { OCCASION, topicOf } from "./lexicon.ts";
import type { Phrase } from "./phrase.ts";

const NAMES =
  /^(?:(?:real|full|legal|actual|first|given|birth|chosen|preferred|maiden|middle|last|family|sur|user|nick)? ?)name$|^surname$|^nickname$/i;
const FAVOURITE =
  /^(?:(?:all[- ]time|absolute|current|new|personal|two|three|other) ){0,4}favou?rite (?:all[- ]time )?(.+)$/i;
/** Attributes that people state, and their slots. */
const ATTRIBUTES: readonly (readonly [RegExp, Topic, string])[] = [
  [/^(?:preferred )?pronouns$/i, "identity", "pronouns"],
  [/^(?:birthday|birthdate|date of birth|dob)$/i, "birthday", "birthday"],
  [/^(?:home|house|apartment|flat|place)$/i, "home", "home"],
  [/^(?:native|first|mother|home) (?:language|tongue)$/i, "language", "native_language"],
  [/^(?:food )?allerg(?:y|ies)$/i, "allergy", "allergies"],
  [/^(?:salary|rent|income|commute|mortgage)$/i, "contact", ""],
];
/** Words that are not a value: a mood, a judgement, the beginning of another thought. */
const NO_VALUE =
  /^(?:like|great|good|nice|bad|terrible|awesome|boring|amazing|hard|tough|fine|ok|okay|stressful|killing|perfect|wrong|right|broken|empty|full|ready|done|here|gone|late|over|coming|tiring|a mess|a bit|so|too|very|really|pretty|not|going|getting|still|also)\b/i;
/** "My exam is tomorrow", "our flight leaves on Friday": a happening of theirs. */
export const OCCASIONS = regex.i`\b(${OCCASION})(?: with .|$)`;

const NO_NAME =
  /^(?:not|hard|difficult|weird|too|very|so|in|on|missing|unknown|hidden|required|taken|long|common|secret|private|classified|misspelled|spelled|pronounced|\w+ (?:difficult|hard)|what|a|the|an|my|your)\b/i;

/** "My favourite band is …", "my wife's name is …": the noun names the attribute. */
export function thingClaims(phrase: Phrase): readonly Claim[] {
  const [id, claims] = reading(phrase);
  return claims.length === 0 ? claims : (ruled(`en/thing:${id}`, claims) ?? []);
}

const NOTHING: Told = ["", []];
type Told = readonly [id: string, claims: readonly Claim[]];

function reading(phrase: Phrase): Told {
  const noun = phrase.who
    .noun!.replace(/^(?:own|actual|real|new|current) /i, "")
    .replace(/ (?:this|next) (?:year|month|summer|semester)$| right now$| for \d{4}$/i, "");
  const { lemma, rest, time, modal } = phrase;
  if (isSecret(noun) || rest === "" || /^(?:would|could|should|might)$/.test(modal ?? "")) return NOTHING;
  const value = rest.replace(/^(?:called|named) /i, "").replace(/ because .*/i, "");
  if (NAMES.test(noun)) return ["name", nameOf(noun, value, phrase)];
  if (lemma !== "be" && lemma !== "have") return NOTHING;
  if (time === "past" && !/^(?:name|birthday)$/i.test(noun)) return NOTHING;
  const favourite = FAVOURITE.exec(noun)?.[1];
  if (favourite !== undefined && !/^(?:thing|part|one|way|time|memory|moment)s?\b/i.test(favourite)) {
    if (
      value.length > 100 ||
      /^(?:when|that|this|it|the fact|how|what|where|probably|definitely|not)\b/i.test(value)
    )
      return NOTHING;
    const kind = thing(favourite).replace(/^colour$/, "color");
    const claim: Claim = { topic: "favourite", slot: `favourite:${kind}`, value };
    return ["favourite", [value === rest ? claim : { ...claim, say: [lemma, value] }]];
  }
  for (const [pattern, topic, slot] of ATTRIBUTES) {
    if (!pattern.test(noun)) continue;
    if (topic === "home")
      return /^(?:in|near|on|at) (?:\p{Lu}|the \p{Lu})/u.test(value) ? ["home", [{ topic, slot }]] : NOTHING;
    if (topic === "allergy")
      return [slot, allergies(value).map(({ value: _, ...claim }) => ({ ...claim, as: phrase.who.owner }))];
    if (NO_VALUE.test(value)) return NOTHING;
    return [slot === "" ? noun.toLowerCase() : slot, [{ topic, slot: slot || thing(noun), value }]];
  }
  return NOTHING;
}

function nameOf(noun: string, value: string, { who, lemma }: Phrase): readonly Claim[] {
  if (lemma !== "be" || value.length > 60) return [];
  const words = value
    .replace(/(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St))[,.].*/, "")
    .replace(/ (?:and|but|btw|by|in|from|with|now)\b.*/i, "");
  if (words === "" || words.split(" ").length > 4 || NO_NAME.test(words)) return [];
  const kind = /nick/i.test(noun)
    ? "nickname"
    : /sur|last|family|maiden/i.test(noun)
      ? "surname"
      : /middle/i.test(noun)
        ? "middle_name"
        : "name";
  const relation = who.relation;
  if (relation === null) return [{ topic: "name", slot: kind, say: ["be", words], value: words }];
  const topic = topicOf(relation);
  return [{ topic, slot: topic === "partner" ? "=partner" : kind, say: ["be", words], value: words }];
}
