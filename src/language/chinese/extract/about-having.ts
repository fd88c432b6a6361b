import { thing } from "../../shared/slot.ts";
import { on, type Rule } from "./claim.ts";

/** The phone that somebody uses is the one they have; of other tools there are many. */
function usedAs(whole: string, what: string): string {
  const device = /手机|电脑|笔记本|iphone|macbook/iu.exec(whole)?.[0].toLowerCase();
  if (device === undefined) return `uses:${thing(what)}`;
  return /手机|iphone/u.test(device) ? "has:手机" : "has:电脑";
}

export const POSSESSION_RULES: readonly Rule[] = [
  on(
    "zh/having:uses",
    /^(?:家里|平时|一直|手头|目前|现在|日常){0,2}(?:用|使用)(?:的是|的手机是|的电脑是|着)([\p{L}\d +·.-]{2,24})$/u,
    ([whole, what]) => ({ topic: "habit", slot: usedAs(whole, what!), value: what! }),
  ),
];
