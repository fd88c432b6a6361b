import { astrbot } from "./astrbot.ts";
import { type Block, saying, type Trace } from "./block.ts";
import { bullets } from "./bullets.ts";
import { everbot } from "./everbot.ts";
import { memoir } from "./memoir.ts";
import { picobot } from "./picobot.ts";
import { urmom } from "./urmom.ts";

/** F7, the header that `render.delta` puts before a block; `deltaHeader` writes it. */
const delta: Trace = {
  hint: "memor|[+↑↔↓↺-](?:created|updated|merged|deleted|soft_deleted|restored):",
  marks: [{ begin: saying("memory updates since rev \\d+\\s*[:：]") }],
  ownLines: [/^(?:[-*•]\s*)?(?:\+created|↑updated|↔merged|-deleted|↓soft_deleted|↺restored):\s/],
  forged: { saying: [/(memory updates since) (rev)/gi, "$1 “$2”"] },
};

/** Every format. The settings' values, rendering, stripping and what is kept from being forged follow from this list. */
export const BLOCKS = [memoir, astrbot, everbot, picobot, bullets, urmom] as const satisfies readonly Block[];

export type BlockName = (typeof BLOCKS)[number]["name"];

/** All that Memoir writes around remembered texts. */
export const TRACES: readonly Trace[] = [...BLOCKS, delta];
