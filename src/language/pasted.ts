import { CHINESE_PASTED } from "./chinese/guards.ts";
import { ENGLISH_PASTED } from "./english/guards.ts";

/** Marks by which chat templates tell speakers apart: whatever follows one is put into somebody's mouth. */
const TEMPLATE =
  /<\|\s?(?:im_start|im_end|im_sep|start_header_id|end_header_id|eot_id|endoftext|system|user|assistant|end)\b|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/gi;

/**
 * A message without what its writer says to have got from somebody else: "Got this mail: …". Where such a text ends,
 * nobody says, so it reaches to the end. Blank there, so that every position still means the same place.
 */
export function withoutPasted(text: string): string {
  let start = text.length;
  for (const pattern of [ENGLISH_PASTED, CHINESE_PASTED, TEMPLATE]) {
    for (const { 0: cue, index } of text.matchAll(pattern)) start = Math.min(start, index + cue.length);
  }
  if (text.slice(start).trim() === "") return text;
  return text.slice(0, start) + " ".repeat(text.length - start);
}
