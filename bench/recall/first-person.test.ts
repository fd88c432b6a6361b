import { expect, test } from "vitest";
import { inFirstPerson } from "./first-person.ts";

test.each([
  ["When did Melanie paint a sunrise?", "When did I paint a sunrise?"],
  ["What is Melanie's hobby?", "What is my hobby?"],
  ["Where is Melanie from?", "Where am I from?"],
  ["What books has Melanie read?", "What books have I read?"],
  ["Who gave a bowl to Melanie?", "Who gave a bowl to me?"],
  ["What does Melanie do to relax?", "What do I do to relax?"],
])("%s", (third, first) => {
  expect(inFirstPerson(third, "Melanie")).toBe(first);
});
