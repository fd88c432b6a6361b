import { asked } from "../../shared/claim.ts";
import type { Finding } from "../../shared/finding.ts";
import type { Talk } from "../../shared/talk.ts";
import { type Instruction, wanted } from "./instructions.ts";
import type { Lead } from "./leads.ts";
import { sentence, thirdPerson } from "./render.ts";

/** An instruction as a finding: what the speaker wants the assistant to do. */
export function instructionFindings(
  { name: called, body, slot }: Instruction,
  condition: string,
  lead: Lead,
  { speaker }: Talk,
): Finding[] {
  const name = speaker.name ?? "the user";
  const sure = { ...asked({ ...lead, hedged: false }) };
  if (called !== undefined)
    return [
      {
        ...sure,
        topic: "name",
        slot,
        text: sentence(`${name} wants to be called ${called}`)!,
        value: called,
      },
    ];
  const wish = wanted(body);
  const words = /^(?:(?:never|not|always|only) )?to\b/.test(wish)
    ? `${name} wants the assistant ${wish}`
    : `${name} wants ${wish} from the assistant`;
  const text = sentence(thirdPerson(`${words}${condition === "" ? "" : ` ${condition}`}`, name));
  return text === undefined ? [] : [{ ...sure, topic: "instruction", slot, text }];
}
