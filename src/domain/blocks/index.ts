import { astrbot } from "./astrbot.ts";
import type { Block, Trace } from "./block.ts";
import { bullets } from "./bullets.ts";
import { delta } from "./delta.ts";
import { everbot } from "./everbot.ts";
import { memoir } from "./memoir.ts";
import { picobot } from "./picobot.ts";
import { urmom } from "./urmom.ts";

/** Every format. The settings' values, rendering, stripping and what is kept from being forged follow from this list. */
export const BLOCKS = [memoir, astrbot, everbot, picobot, bullets, urmom] as const satisfies readonly Block[];

export type BlockName = (typeof BLOCKS)[number]["name"];

/** All that Memoir writes around remembered texts. */
export const TRACES: readonly Trace[] = [...BLOCKS, delta];
