/** Somebody close to a speaker: what they are to them, and their name. */
export interface Called {
  readonly relation: string;
  readonly name: string;
}

/** As memories say it: "Alice's dog is called Comet.", "Alice's boss's name is Carla.", 爱丽丝的女朋友叫苏苏。 */
const FORMS: readonly RegExp[] = [
  /['’]s ([a-z][a-z -]{0,30}) (?:is|are) (?:called|named) (\p{L}.{0,40}?)\.?$/u,
  /['’]s ([a-z][a-z -]{0,30})['’]s name is (\p{L}.{0,40}?)\.?$/u,
  /的([\p{sc=Han}]{1,6}?)(?:名字)?叫(\p{L}.{0,20}?)[。.]?$/u,
];

/** Whom a memory gives a name, if it says nothing else. */
export function calledIn(text: string): Called | null {
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match !== null) return { relation: match[1]!, name: match[2]! };
  }
  return null;
}
