import { ENGLISH_TALKS } from "./english-talks.ts";
import type { SamplePerson } from "./person.ts";
import { SAMPLE_SCOPES } from "./scopes.ts";

export const ENGLISH_PERSON: SamplePerson = {
  scope: SAMPLE_SCOPES.en,
  name: "Robin",
  talks: ENGLISH_TALKS,
  imported: [
    "Robin is learning Portuguese with an app",
    "Robin would rather have window seats on trains",
    "Robin's landlord in Leeds still owes the deposit",
  ],
  proposals: [
    { field: "pronouns", value: "they/them", reason: "the first message says so indirectly" },
    { field: "city", value: "Bristol", reason: "moved there and said so" },
  ],
};
