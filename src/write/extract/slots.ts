import { thing } from "../../language/shared/claim.ts";

/** The slots that rules fill too, so that what rules and models find of one thing meets. */
export const SLOTS = {
  alone: [
    ...["name", "age", "birthday", "home", "origin", "job", "employer", "partner", "diet"],
    ...["height", "weight", "pronouns", "called"],
  ],
  ofThings: ["likes", "allergy", "favourite", "has", "plan"],
} as const;

const LONGEST = 60;

/** A model's slot as rules would name it; `null` for one that is not on the list, so that nothing is replaced by it. */
export function slotOf(told: string | null): string | null {
  const slot = told?.trim().toLowerCase() ?? "";
  if ((SLOTS.alone as readonly string[]).includes(slot)) return slot;
  const [name, what] = slot.split(/[:：](.*)/s, 2);
  if (what === undefined || !(SLOTS.ofThings as readonly string[]).includes(name!.trim())) return null;
  const of = what.length > LONGEST ? "" : thing(what);
  return of === "" ? null : `${name!.trim()}:${of}`;
}
