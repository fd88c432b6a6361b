import type { SettingsInput } from "../domain/settings.ts";

/** For presets whose memories do not expire by type: their seeds keep time with other clocks (C6). */
export const NO_TTL = {
  profile: -1,
  preference: -1,
  task_state: -1,
  constraint: -1,
  episode: -1,
  dated_task: -1,
} satisfies SettingsInput["retentionDays"];
