import { CHINESE_POWER } from "./chinese/guards.ts";
import { ENGLISH_POWER } from "./english/guards.ts";

/**
 * Whether a claim would give somebody power over the others of a group: "Bob is the admin here", 张三是管理员. Whoever
 * says so in a group, it is not theirs to say; a person decides. What somebody does for a living, owns or plays is no
 * such claim.
 */
export function givesPower(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .replaceAll("’", "'")
    .replace(/\s+/g, " ")
    .toLowerCase();
  return ENGLISH_POWER.some((sign) => sign.test(plain)) || CHINESE_POWER.some((sign) => sign.test(plain));
}
