import { expect, test } from "vitest";
import { noLonger, noLongerBound } from "./retold.ts";

test.each([
  ["Alice goes to the gym every morning at 6.", "Alice no longer goes to the gym every morning at 6."],
  ["Alice is a member of the climbing gym.", "Alice is no longer a member of the climbing gym."],
  ["Alice has been living in Rome.", "Alice no longer has been living in Rome."],
  ["Alice's boyfriend is called Tom.", "Tom is no longer Alice's boyfriend."],
  ["Alice's wedding is on 8 August 2026.", "Alice's wedding is no longer on 8 August 2026."],
  ["Tea over coffee", "It is no longer so that Tea over coffee."],
  ["爱丽丝每周去三次健身房。", "爱丽丝不再每周去三次健身房。"],
  ["爱丽丝养了一只狗叫豆豆。", "爱丽丝不再养一只狗叫豆豆。"],
  ["爱丽丝的女朋友叫小雨。", "小雨不再是爱丽丝的女朋友。"],
  ["爱丽丝现在在学法语。", "爱丽丝不再在学法语。"],
])("C10: what is over is told as no longer so: %s", (text, expected) => {
  expect(noLonger(text, /\p{sc=Han}/u.test(text) ? "爱丽丝" : "Alice")).toBe(expected);
});

test.each([
  ["Alice's boyfriend Tom is a chef.", "Tom is no longer Alice's boyfriend."],
  ["爱丽丝的对象小雅在沈阳当老师。", "小雅不再是爱丽丝的对象。"],
  ["Alice is married.", undefined],
  ["爱丽丝结婚了。", undefined],
])("C10: two who are no longer together: %s", (text, expected) => {
  expect(noLongerBound(text)).toBe(expected);
});
