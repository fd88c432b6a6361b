import { ahead, thing } from "../../shared/claim.ts";
import { type Finding, isSecret, PLAIN, SURE } from "../../shared/finding.ts";
import type { Talk } from "../../shared/talk.ts";
import { withDates } from "../resolve-dates.ts";
import { planThing } from "./about-time.ts";
import type { Lead } from "./leads.ts";
import { sentence, thirdPerson } from "./render.ts";
import { isPast, verbForm } from "./verbs.ts";

const REMIND =
  /^(?:please |and |also |just ){0,4}(?:(?:can|could|will|would) you )?(?:please )?(?:remind me|do not let me forget|help me remember|set a reminder(?: for me)?|add (?:a )?(?:reminder|todo)(?: for me)?|make sure I (?:remember|do not forget))(?<how> (?:that I (?:have|need) to|to|about|for|that)| (?=on |at |in |by |tomorrow|tonight|next |every )) ?(?<what>.+)$/i;
const REMEMBER_TO = /^(?:please )?(?:remember|do not forget)(?<how> to) (?<what>.+)$/i;
/** Actions of the assistant rather than the speaker. */
const ADVICE =
  /^(?:take (?:care|it|breaks|time|a (?:break|deep))|find|listen|enjoy|have|stay|keep|believe|relax|breathe|smile|be|rest|celebrate|trust|focus|follow|make time|look after|love|live|dream)\b|\byour(?:self)?\b/i;
const FOR_ASSISTANT = /^(?:always|never|use|answer|reply|respond|be|keep|not|call|address|speak|write)\b/i;

/** "Remind me to …", "don't forget to …", "todo: …". */
export function readReminder(text: string, lead: Lead, { speaker }: Talk): Finding | undefined {
  const asked = REMIND.exec(text);
  const match = asked ?? REMEMBER_TO.exec(text);
  if (match === null && !lead.todo) return undefined;
  const words = match?.groups?.what ?? text;
  if (words.length < 4 || (asked === null && !lead.todo && (FOR_ASSISTANT.test(words) || ADVICE.test(words))))
    return undefined;
  const name = speaker.name ?? "the user";
  const dated = withDates(words, speaker.at, "future");
  const what = thirdPerson(dated.text, name);
  const verb = verbForm(what.split(" ")[0]!)?.form === "base" || / to$/.test(match?.groups?.how ?? "");
  const said = sentence(
    `${name} wants to be reminded ${/^(?:on|at|in|by|before) /.test(what) ? "" : verb ? "to " : "about "}${what}`,
  );
  if (said === undefined) return undefined;
  return {
    ...PLAIN,
    topic: "todo",
    slot: `plan:${planThing(dated.bare)}`,
    text: said,
    explicit: true,
    confidence: SURE.explicit,
    expiresAt: ahead(dated.ranges, speaker.at)?.to ?? null,
  };
}

const SAYS_NOTHING =
  /\byou(?:r|rs|rself)?\b|^(?:that|this|it|there|they|when|how|what|where|why|who|just|anything|everything|nothing|life|progress|success|everyone|nobody|people|love)\b/i;
const ABOUT =
  /^(.{2,50}?) (?:is|are|was|has|have|costs?|starts?|ends?|lives?|works?|opens?|closes?|moved|takes?|needs?|likes?|loves?|hates?|prefers?)\b/i;

/** About the speaker, a name, a thing that is theirs, a number: not a word of wisdom. */
function definite(text: string): boolean {
  return /^(?:i|my|we|our|the|this|his|her|their)\b|\d/i.test(text) || /\p{Lu}/u.test(text);
}

/** A sentence to remember that no rule matches: kept in the third person. */
export function noted(text: string, lead: Lead, { speaker, others }: Talk): Finding | undefined {
  const words = text.split(" ");
  const says = words.some(
    (word) => verbForm(word) !== undefined || isPast(word) || /^(?:will|can|must|should)$/i.test(word),
  );
  if (words.length < 3 || !says || SAYS_NOTHING.test(text) || !definite(text) || isSecret(text))
    return undefined;
  const name = speaker.name ?? "the user";
  const dated = /\b(?:birthday|anniversary)\b/i.test(text)
    ? text
    : withDates(text, speaker.at, "future").text;
  const said = sentence(thirdPerson(dated, name));
  if (said === undefined) return undefined;
  const about = ABOUT.exec(text)?.[1];
  const named =
    others.find((other) => text.startsWith(`${other} `)) ?? /^\p{Lu}[\p{L}-]+$/u.exec(about ?? "")?.[0];
  return {
    ...PLAIN,
    topic: "noted",
    slot: about === undefined ? null : `noted:${thing(about)}`,
    text: said,
    about: undefined,
    ...(named === undefined ? {} : { named }),
    explicit: true,
    corrects: lead.corrects,
    confidence: SURE.explicit,
  };
}
