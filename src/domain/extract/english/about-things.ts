import type { Topic } from "../finding.ts";
import { ruled } from "../rule-watch.ts";
import { isSecret } from "../secret.ts";
import { thing } from "../slot.ts";
import { type Claim, items } from "./claim.ts";
import { OCCASION, PARTNER_WORD, PET_WORD, POSSESSION, RELATION } from "./lexicon.ts";
import { possessive } from "./person.ts";
import type { Phrase } from "./phrase.ts";

const NAMES =
  /^(?:(?:real|full|legal|actual|first|given|birth|chosen|preferred|maiden|middle|last|family|sur|user|nick)? ?)name$|^surname$|^nickname$/i;
const FAVOURITE =
  /^(?:(?:all[- ]time|absolute|current|new|personal|two|three|other) )*favou?rite (?:all[- ]time )?(.+)$/i;
const GO_TO =
  /^(?:go-?to|preferred|usual) (.+)$|^(comfort (?:food|movie|show|read)|guilty pleasure|signature dish|drink of choice)$/i;

/** What of theirs people tell about, and the slot it fills. */
const ATTRIBUTES: readonly (readonly [RegExp, Topic, string])[] = [
  [/^(?:preferred )?pronouns$/i, "identity", "pronouns"],
  [/^age$/i, "age", "age"],
  [/^(?:birthday|birthdate|date of birth|birth date|dob)$/i, "birthday", "birthday"],
  [/^(?:home ?town|home city|birthplace|place of birth)$/i, "origin", "origin"],
  [/^(?:(?:home|mailing|postal|street|new|current) )?address$/i, "contact", "address"],
  [/^(?:home|house|apartment|flat|place)$/i, "home", "dwelling"],
  [
    /^(?:day |current |new |main |full-time |part-time )?(?:job|occupation|profession|role|job title|title|position)$/i,
    "work",
    "job",
  ],
  [/^(?:employer|company|new company)$/i, "work", "employer"],
  [/^(?:office|workplace|work)$/i, "work", "workplace"],
  [/^(?:college |university )?(?:major|degree|minor|field of study|subject)$/i, "study", "study"],
  [/^(?:school|university|college|alma mater)$/i, "study", "school"],
  [/^(?:native|first|mother|home) (?:language|tongue)$/i, "language", "native_language"],
  [/^(?:nationality|citizenship|ethnicity)$/i, "origin", "nationality"],
  [/^(?:religion|faith)$/i, "identity", "belief"],
  [
    /^(?:main |favou?rite |biggest |new |other )?(?:hobby|hobbies|passion|pastime|interests?)$/i,
    "hobby",
    "hobby",
  ],
  [
    /^(?:(?:main|biggest|long-term|ultimate|big|career|life|fitness|current|next) )*(?:goal|dream|ambition|resolution|new year's resolution|dream job|aim)$/i,
    "goal",
    "goal",
  ],
  [/^(?:(?:max(?:imum)?|total|monthly|weekly|travel|food|wedding|project) )?budget$/i, "limit", "budget"],
  [/^(?:work |personal )?e-?mail(?: address)?$/i, "contact", "email"],
  [
    /^(?:phone|cell|mobile|telephone|work)(?: phone)?(?: number)?$|^phone number$|^number$/i,
    "contact",
    "phone",
  ],
  [/^time ?zone$/i, "home", "time_zone"],
  [
    /^(?:height|weight|blood type|shoe size|ring size|dress size|shirt size|waist|eyesight|eye colou?r|hair colou?r|hair)$/i,
    "identity",
    "",
  ],
  [
    /^(?:star |zodiac )?sign$|^zodiac$|^mbti(?: type)?$|^personality type$|^enneagram(?: type)?$/i,
    "identity",
    "",
  ],
  [/^(?:food )?allerg(?:y|ies)$/i, "allergy", "allergies"],
  [/^diet$/i, "diet", "diet"],
  [/^(?:blood pressure|cholesterol|asthma|diabetes|condition|diagnosis)$/i, "health", ""],
  [
    /^(?:parking (?:space|spot)|license plate|locker|seat|room|desk|employee|member(?:ship)?|customer|student|frequent flyer|insurance|passport|id)(?: number| id| space)?$/i,
    "contact",
    "",
  ],
  [
    /^(?:twitter|instagram|github|discord|telegram|tiktok|linkedin|reddit|steam|youtube|twitch|wechat|skype)(?: handle| name| username| account| channel| id| tag)?$|^username$|^handle$|^gamertag$/i,
    "contact",
    "",
  ],
  [
    /^(?:(?:next|new|old|first|current|main|gaming|work|personal) )?(?:operating system|os|editor|ide|stack|tech stack|browser|keyboard|shell|distro|setup)$/i,
    "habit",
    "",
  ],
  [/^(?:morning|evening|daily|bedtime|workout|gym|skincare) routine$/i, "habit", ""],
  [/^(?:wedding )?anniversary$/i, "birthday", "anniversary"],
  [
    /^(?:favou?rite )?(?:football |soccer |basketball |baseball |hockey )?team$/i,
    "favourite",
    "favourite:team",
  ],
  [/^(?:last name|maiden name)$/i, "name", "surname"],
  [/^(?:salary|rent|income|commute|mortgage)$/i, "contact", ""],
  [/^(?:working hours|work hours|schedule|office hours|availability|shift)$/i, "limit", "availability"],
];
const OCCASIONS = new RegExp(`\\b(${OCCASION})(?: with .+)?$`, "i");

/** "My favourite band is …", "my wife's name is …": the noun says what is told. */
export function thingClaims(phrase: Phrase): readonly Claim[] {
  const [id, claims] = told(phrase);
  return claims.length === 0 ? claims : (ruled(`en/thing:${id}`, claims) ?? []);
}

const NOTHING: Told = ["", []];
type Told = readonly [id: string, claims: readonly Claim[]];

function told(phrase: Phrase): Told {
  const noun = phrase.who
    .noun!.replace(/^(?:own|actual|real|new|current) /i, "")
    .replace(/ (?:this|next) (?:year|month|summer|semester)$| right now$| for \d{4}$/i, "");
  const { lemma, rest, time, modal } = phrase;
  if (
    isSecret(noun) ||
    rest === "" ||
    modal === "would" ||
    modal === "could" ||
    modal === "should" ||
    modal === "might"
  )
    return NOTHING;
  const value = rest.replace(/^(?:called|named) /i, "").replace(/ because .*$/i, "");
  const risen = /^(?:up|down) to (.+)$/i.exec(rest)?.[1];
  if (lemma === "go" && risen !== undefined && /^(?:rent|salary|weight|mortgage)$/i.test(noun))
    return ["risen", [{ topic: "contact", slot: thing(noun), say: ["be", risen], value: risen }]];
  if (new RegExp(`^${RELATION}$`, "i").test(noun) && /^(?:called|named) /i.test(rest) && lemma === "be")
    return [
      "relation",
      [{ topic: PET_WORD.test(noun) ? "pet" : "family", slot: `${noun.toLowerCase()}/name`, value }],
    ];
  if (NAMES.test(noun)) return ["name", nameOf(noun, value, phrase)];
  if (lemma !== "be" && lemma !== "have" && lemma !== "include") return NOTHING;
  if (time === "past" && !/^(?:name|birthday)$/i.test(noun)) return NOTHING;
  const favourite =
    FAVOURITE.exec(noun)?.[1] ??
    GO_TO.exec(noun)
      ?.slice(1)
      .find((kind) => kind !== undefined);
  if (favourite !== undefined && !/^(?:thing|part|one|way|time|memory|moment)s?\b/i.test(favourite)) {
    if (
      value.length > 100 ||
      /^(?:when|that|this|it|the fact|how|what|where|probably|definitely|not)\b/i.test(value)
    )
      return NOTHING;
    const kind = thing(favourite).replace(/^colour$/, "color");
    return [
      "favourite",
      [
        {
          topic: "favourite",
          slot: `favourite:${kind}`,
          value,
          ...(value === rest ? {} : { say: [lemma, value] as const }),
        },
      ],
    ];
  }
  if (lemma === "include")
    return /^hobb|^interest/i.test(noun) ? ["hobbies", hobbies(value, phrase)] : NOTHING;
  for (const [pattern, topic, slot] of ATTRIBUTES) {
    if (!pattern.test(noun)) continue;
    const id = slot === "" ? noun.toLowerCase() : slot;
    if (topic === "hobby") return ["hobby", hobbies(value, phrase)];
    if (slot === "phone" && !/\d{3}/.test(value)) continue;
    if (topic === "goal" && !/^(?:to|be|become|becoming|\w+ing)\b/i.test(value)) return NOTHING;
    if (topic === "home" && slot === "dwelling")
      return /^(?:in|near|on|at) (?:\p{Lu}|the \p{Lu})/u.test(value)
        ? ["home", [{ topic, slot: "home" }]]
        : NOTHING;
    if (topic === "allergy")
      return [
        id,
        items(value).map((one) => ({
          topic,
          slot: `allergy:${thing(one)}`,
          as: phrase.who.owner,
          say: ["be", `allergic to ${one}`] as const,
        })),
      ];
    if (
      topic === "work" &&
      !/^(?:an?|the|as|at|in|near|on|next|called|named|\p{Lu}|\w+ing\b|\w+(?:er|or|ist|ian|ant)\b)/u.test(
        value,
      )
    )
      return NOTHING;
    if (
      /^(?:like|great|good|nice|bad|terrible|awesome|boring|amazing|hard|tough|fine|ok|okay|stressful|killing|perfect|wrong|right|broken|empty|full|ready|done|here|gone|late|over|coming|tiring|a mess|a bit|so|too|very|really|pretty|not|going|getting|still|also)\b/i.test(
        value,
      )
    )
      return NOTHING;
    return [id, [{ topic, slot: slot || thing(noun), value }]];
  }
  const owned = POSSESSION.exec(`a ${noun}`);
  if (
    owned !== null &&
    lemma === "be" &&
    time === "present" &&
    /^(?:an?|the|my) |^\p{Lu}|^(?:called|named) /u.test(rest)
  ) {
    return /^an? (?:mess|wreck|bit|disaster|problem|total|nightmare|joke|piece|great|good)\b|^the (?:best|worst|same|one|most)\b/i.test(
      rest,
    )
      ? NOTHING
      : [
          "possession",
          [
            {
              topic: "possession",
              slot: `has:${thing(noun.replace(/^(?:new|old|current|first|own) /i, ""))}`,
              value: rest,
            },
          ],
        ];
  }
  return NOTHING;
}

function nameOf(noun: string, value: string, { who, lemma }: Phrase): readonly Claim[] {
  if (lemma !== "be" || value.length > 60) return [];
  const words = value
    .replace(/(?<!\b(?:Dr|Mr|Mrs|Ms|Prof|St))[,.].*$/, "")
    .replace(/ (?:and|but|btw|by|in|from|with|now)\b.*$/i, "");
  if (
    words === "" ||
    words.split(" ").length > 4 ||
    /^(?:not|hard|difficult|weird|too|very|so|in|on|missing|unknown|hidden|required|taken|long|common|secret|private|classified|misspelled|spelled|pronounced|\w+ (?:difficult|hard)|what|a|the|an|my|your)\b/i.test(
      words,
    )
  )
    return [];
  const kind = /nick/i.test(noun)
    ? "nickname"
    : /sur|last|family|maiden/i.test(noun)
      ? "surname"
      : /middle/i.test(noun)
        ? "middle_name"
        : "name";
  const relation = who.relation;
  if (relation === null) return [{ topic: "name", slot: kind, say: ["be", words], value: words }];
  const partner = PARTNER_WORD.test(relation);
  const pet = PET_WORD.test(relation);
  return [
    {
      topic: partner ? "partner" : pet ? "pet" : "family",
      slot: partner ? "=partner" : kind,
      say: ["be", words],
      value: words,
    },
  ];
}

function hobbies(list: string, { who }: Phrase): readonly Claim[] {
  if (list.length > 120 || /^(?:expensive|great|good|not|a bit|keeping)\b/i.test(list)) return [];
  return items(list).map((one) => ({
    topic: "hobby",
    slot: `hobby:${thing(one)}`,
    as: `${possessive(who.owner)} hobby`,
    say: ["be", one] as const,
    value: one,
  }));
}

/** "My exam is tomorrow", "our flight leaves on Friday": a happening of theirs with a date ahead. */
export function occasionOf(noun: string): string | undefined {
  return OCCASIONS.test(noun) ? noun : undefined;
}
