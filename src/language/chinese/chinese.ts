import type { Language } from "../language.ts";
import { chineseAsking } from "./asking.ts";
import { chineseMayBeCore, chineseMayUpdate, chineseSaying } from "./saying.ts";

export const chinese: Language = {
  asking: chineseAsking,
  saying: chineseSaying,
  mayUpdate: chineseMayUpdate,
  mayBeCore: chineseMayBeCore,
};
