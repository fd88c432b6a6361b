import { urmom } from "../blocks/urmom.ts";
import { sanitise } from "../render/sanitise.ts";

/** A person's context as a block for a prompt (R117); `""` when nothing is known. */
export function renderContext(name: string, text: string | null): string {
  if (text === null) return "";
  const { head, foot } = urmom;
  return `${head}- ${sanitise(name)}: ${sanitise(text)}${foot}`;
}
