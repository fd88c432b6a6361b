import { CHINESE_PERSON } from "./chinese.ts";
import { ENGLISH_PERSON } from "./english.ts";
import type { SamplePerson } from "./person.ts";
import type { SAMPLE_SCOPES } from "./scopes.ts";

export { SAMPLE_SCOPES } from "./scopes.ts";
export { sampleExport } from "./tell.ts";

/** The people of the sample. */
export const SAMPLE_PEOPLE: Readonly<Record<keyof typeof SAMPLE_SCOPES, SamplePerson>> = {
  en: ENGLISH_PERSON,
  zh: CHINESE_PERSON,
};
