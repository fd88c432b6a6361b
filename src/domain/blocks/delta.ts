import type { Trace } from "./block.ts";
import { saying } from "./mark.ts";

/** F7, the header that `render.delta` puts before a block; `deltaHeader` writes it. */
export const delta: Trace = {
  hint: "memor|[+↑↔↓↺-](?:created|updated|merged|deleted|soft_deleted|restored):",
  marks: [{ begin: saying("memory updates since rev \\d+\\s*[:：]") }],
  ownLines: [/^(?:[-*•]\s*)?(?:\+created|↑updated|↔merged|-deleted|↓soft_deleted|↺restored):\s/],
  forged: { saying: [/(memory updates since) (rev)/gi, "$1 “$2”"] },
};
