import type { ModelCaller } from "../models/language/call.ts";
import type { WriteTools } from "../write/write-tools.ts";

/** What the engine lends to compression. */
export interface TimelineTools
  extends Pick<
    WriteTools,
    | "store"
    | "settings"
    | "context"
    | "turnTriggers"
    | "now"
    | "use"
    | "accept"
    | "changed"
    | "turns"
    | "embedLater"
  > {
  readonly caller: ModelCaller;
}

/** Whether anything of a compressed conversation may be kept (R225). */
export function keepsTimeline({ settings }: Pick<TimelineTools, "settings">): boolean {
  return settings.enable && settings.timeline.enable && !settings.emergencyReadOnly;
}
