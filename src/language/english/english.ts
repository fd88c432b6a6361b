import type { Language } from "../language.ts";
import { englishAsking } from "./asking.ts";
import { englishMayBeCore, englishMayUpdate, englishSaying } from "./saying.ts";

export const english: Language = {
  asking: englishAsking,
  saying: englishSaying,
  mayUpdate: englishMayUpdate,
  mayBeCore: englishMayBeCore,
};
