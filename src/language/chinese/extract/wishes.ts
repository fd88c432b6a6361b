import { asked } from "../../shared/claim.ts";
import type { Finding } from "../../shared/finding.ts";
import type { Read } from "../../shared/talk.ts";
import type { Instruction } from "./instructions.ts";
import type { Lead } from "./leads.ts";
import { speaker } from "./person.ts";
import { sentence, thirdPerson } from "./render.ts";

/** An instruction as a finding: what the speaker wants the assistant to do. */
export function instructed(
  { slot, body, name: called }: Instruction,
  condition: string,
  lead: Lead,
  name: string,
): Finding {
  const sure = { ...asked({ ...lead, hedged: false }), slot };
  if (called !== undefined)
    return { ...sure, topic: "name", text: sentence(name, `希望被称呼为${called}`), value: called };
  const when =
    condition === "" ? "" : `${thirdPerson(condition, speaker(name), name).replace(/的话$/u, "")}的话，`;
  return {
    ...sure,
    topic: "instruction",
    text: sentence(name, `希望助手${when}${thirdPerson(body, speaker(name), name)}`),
  };
}

/** 用中文回答，别夹英文: one wish in two clauses. 叫我雪姐，别叫全名 as well. */
export function joined(reads: readonly Read[]): Read[] {
  const out: Read[] = [];
  for (const read of reads) {
    const { finding } = read;
    const at =
      finding.topic === "instruction"
        ? out.findIndex(
            (one) =>
              one.finding.slot === finding.slot ||
              (one.finding.slot === "called" && /叫|称呼/u.test(finding.text)),
          )
        : -1;
    const first = out[at];
    if (first === undefined) out.push(read);
    else if (first.finding.slot !== "called") {
      const more = finding.text.slice(finding.text.indexOf("助手") + 2);
      out[at] = {
        ...first,
        end: read.end,
        finding: { ...first.finding, text: `${first.finding.text.slice(0, -1)}，${more}` },
      };
    }
  }
  return out;
}
