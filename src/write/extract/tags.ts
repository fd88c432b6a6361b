import { ALIAS, CONFIDENTIAL } from "../../domain/memory.ts";
import { fencedLine } from "./fence.ts";
import type { Fact } from "./schema.ts";

const LONGEST = 40;
const NOBODY = /^(?:null|none|nobody|no one|n\/a|无|没有|false|no)?$/i;

/** What a fact says beside its sentence: another name of its subject, and whom it must be kept from. */
export function tagsOf({ alias, confidential }: Pick<Fact, "alias" | "confidential">): string[] {
  const tag = (kind: string, told: string | null): string[] => {
    const name = fencedLine(told ?? "", LONGEST);
    return NOBODY.test(name) ? [] : [`${kind}${name}`];
  };
  return [...tag(ALIAS, alias), ...tag(CONFIDENTIAL, confidential)];
}
