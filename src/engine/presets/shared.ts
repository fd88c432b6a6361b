import type { SettingsInput } from "../../domain/settings.ts";

/** For presets whose memories do not expire by type: their seeds keep time with other clocks. */
export const NO_TTL = {
  profile: -1,
  preference: -1,
  task_state: -1,
  constraint: -1,
  episode: -1,
  dated_task: -1,
} satisfies SettingsInput["retentionDays"];

/** For presets whose seeds let in every claim, however sure, and any number of them: the gates are seed 000's. */
export const NO_GATES = {
  minConfidence: 0,
  maxWritesPerSession: null,
  maxWritesPerHour: null,
  maxItemsPerScope: null,
} satisfies SettingsInput["writePolicy"];
