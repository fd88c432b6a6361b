import { z } from "zod";
import { setting, share } from "./fields.ts";

/** What becomes of memories whose strength fades (R140, R141, R318). */
export const Strength = z
  .strictObject({
    archiveBelow: setting(
      share.nullable(),
      null,
      "A memory whose strength falls below this is archived: recalled when asked for, never injected. `null` = none is.",
    ),
    removeBelow: setting(
      share.nullable(),
      null,
      "A memory whose strength falls below this is forgotten, restorably. `null` = none is.",
    ),
    ceiling: setting(
      share,
      1,
      "Being said again raises the strength up to this; below 1, a wrong memory can still fade (0.95 is a good value).",
    ),
  })
  .prefault({})
  .describe("What becomes of memories whose strength fades.");
