import { skeleton } from "../render/skeleton.ts";
import { withoutInjected } from "./without-injected.ts";

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text without the blocks of ours in it (R295), also where they are in disguise: full-width signs, look-alike
 * letters, characters that nobody sees. Nobody writes such by accident, so then nothing of the message counts.
 */
export function withoutBlocks(text: string): string {
  const { text: own } = withoutInjected(text);
  const plain = skeleton(text.replace(HIDDEN, ""));
  if (plain === text || withoutInjected(plain).text === plain) return own;
  // An undisguised block is found in both.
  const seen = skeleton(own.replace(HIDDEN, ""));
  return withoutInjected(seen).text === seen ? own : " ".repeat(text.length);
}
