import { IRREGULAR_VERBS } from "../roots.ts";

/** A form of a verb as it stands in a sentence. */
export interface VerbForm {
  readonly lemma: string;
  readonly form: "base" | "third" | "ing" | "past" | "participle";
}

/** Regular verbs that rules know. */
const REGULAR = `
live reside move relocate settle stay work study major attend graduate join manage own freelance retire resign
earn apply interview train volunteer intern start finish stop end quit adopt marry divorce date love like enjoy
adore prefer hate dislike loathe detest avoid despise favor favour use drive ride collect play practice practise code
program cook bake paint knit garden hike cycle jog travel watch visit celebrate support follow smoke consume
suffer struggle need want plan hope dream wish intend aim try decide book schedule register enroll enrol sign
switch change convert return turn call name identify believe worship vote pass fail complete launch publish
release create design develop renovate repair cancel order receive inherit rent lease buy host organize organise
attend climb surf ski skate dance exercise stretch meditate pray journal commute carry weigh crave look
walk talk ask answer remember forget learn share raise miss skip save owe trade sail fish camp box lift hunt
brew roast ferment sew crochet photograph film record stream blog post tweet tutor coach mentor
specialize specialise consult research translate interpret nurse parent babysit foster expect deliver
binge devour appreciate treasure cherish fear tolerate handle offer accept reject promote hire fire lay
open close sell found establish bike swim arrive land depart pick drop submit renew pay fix clean wash water
pack prepare present defend perform compete race hurt injure sprain fracture recover battle beat diagnose treat
upgrade replace taste smell sound remind die split coach row digest dive close tour explore discover
`;
const DOUBLING =
  /^(?:quit|plan|stop|swim|run|get|sit|cut|put|let|hit|bet|set|jog|knit|ship|drop|travel|enrol|program|blog|beg|skip|wed|nap|tip|pet|box)$/;

function ingOf(lemma: string): string {
  if (lemma === "be" || lemma === "see") return `${lemma}ing`;
  if (lemma === "lie") return "lying";
  if (lemma.endsWith("e") && !/(?:ee|oe|ye)$/.test(lemma)) return `${lemma.slice(0, -1)}ing`;
  return DOUBLING.test(lemma) ? `${lemma}${lemma.at(-1)}ing` : `${lemma}ing`;
}

function pastOf(lemma: string): string {
  if (lemma.endsWith("e")) return `${lemma}d`;
  if (/[^aeiou]y$/.test(lemma)) return `${lemma.slice(0, -1)}ied`;
  return DOUBLING.test(lemma) ? `${lemma}${lemma.at(-1)}ed` : `${lemma}ed`;
}

/** "live" → "lives", "am" aside: what he, she or Alice does. */
export function third(lemma: string): string {
  if (lemma === "be") return "is";
  if (lemma === "have") return "has";
  if (/(?:s|x|z|ch|sh|[^aeiou]o)$/.test(lemma)) return `${lemma}es`;
  return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
}

const FORMS = new Map<string, VerbForm>();

function addForms(lemma: string, past: string, participle: string): void {
  const add = (word: string, form: VerbForm["form"]): void => {
    if (!FORMS.has(word)) FORMS.set(word, { lemma, form });
  };
  add(lemma, "base");
  add(third(lemma), "third");
  add(ingOf(lemma), "ing");
  add(past, "past");
  add(participle, "participle");
}

for (const forms of IRREGULAR_VERBS) addForms(...forms);
addForms("bear", "bore", "born");
for (const lemma of REGULAR.trim().split(/\s+/)) addForms(lemma, pastOf(lemma), pastOf(lemma));
for (const word of ["am", "are"]) FORMS.set(word, { lemma: "be", form: "base" });
for (const word of ["travelling", "traveling"]) FORMS.set(word, { lemma: "travel", form: "ing" });
FORMS.set("were", { lemma: "be", form: "past" });
FORMS.set("traveled", { lemma: "travel", form: "past" });
FORMS.set("cancelled", { lemma: "cancel", form: "past" });
FORMS.set("cancelling", { lemma: "cancel", form: "ing" });
FORMS.set("waking", { lemma: "wake", form: "ing" });

/** The verb form of a word; nothing for other words, or for verbs that no rule uses. */
export function verbForm(word: string): VerbForm | undefined {
  return FORMS.get(word.toLowerCase());
}

/** A past tense by its looks, where the verb is not known. */
export function isPast(word: string): boolean {
  const known = verbForm(word);
  if (known !== undefined) return known.form === "past" || known.form === "participle";
  return (
    /^[a-z]{3,}ed$/i.test(word) &&
    !/^(?:need|feed|bleed|speed|exceed|proceed|succeed|breed|indeed|hundred)$/i.test(word)
  );
}
