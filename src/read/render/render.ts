import type { Degraded, Hit, Recall, Receipt } from "../../api/recall.ts";
import { injectInto } from "../../domain/inject.ts";
import { FORMATS } from "../../domain/render/formats.ts";
import { type Delta, NO_DELTA } from "../parse/delta.ts";
import type { ParsedRecall } from "../parse/parse.ts";
import { NOTHING_SELECTED, type Selection } from "../select/select.ts";
import { memoryIdsIn } from "../shared/candidate.ts";
import type { RecallRequest, RecallRun } from "../shared/request.ts";
import { blockRef } from "./block-ref.ts";
import { hitsOf } from "./hits.ts";
import { inReadingOrder } from "./reading-order.ts";

/** The last stage of a recall: the hits, and the block of the prompt. */
export async function renderRecall(
  run: RecallRun,
  { delta }: Pick<ParsedRecall, "delta">,
  selection: Selection,
): Promise<Recall> {
  const hits = await hitsOf(run, selection.listed);
  return toRecall(run, { selection, hits, delta, degraded: run.deadline.degraded });
}

/** The answer where nothing could be read. */
export function emptyRecall(request: RecallRequest, degraded: Degraded): Recall {
  return toRecall(request, { selection: NOTHING_SELECTED, hits: [], delta: NO_DELTA, degraded });
}

interface Answer {
  readonly selection: Selection;
  readonly hits: readonly Hit[];
  readonly delta: Delta;
  readonly degraded: Degraded | null;
}

/** The block and its receipt are made when somebody asks for them. */
function toRecall(request: RecallRequest, { selection, hits, delta, degraded }: Answer): Recall {
  const { settings } = request;
  const lines = inReadingOrder(
    selection.lines.filter((one) => !one.core),
    settings,
  );
  const prompt = (): string => {
    const all = [selection.core.line, ...lines.map((one) => one.line)].filter((line) => line !== "");
    const block = all.length === 0 ? "" : FORMATS[settings.render.format].wrap(all);
    // The delta header first, then the block; nothing at all when there is neither.
    return [delta.header, block].filter((part) => part !== "").join("\n");
  };
  let cached: Receipt | undefined;
  const receipt = (): Receipt => {
    cached ??= {
      ids: memoryIdsIn(selection.lines.map(({ ranked }) => ranked.candidate)),
      thread: delta.rev > 0 ? request.thread : null,
      rev: delta.rev,
      block: blockRef(request, {
        lines: [...selection.core.parts, ...lines],
        delta,
        degraded,
        prompt: prompt(),
      }),
    };
    return cached;
  };
  return {
    hits,
    degraded,
    unsure: selection.unsure,
    get receipt() {
      return receipt();
    },
    toPrompt: prompt,
    injectInto: (messages) => injectInto(messages, prompt(), settings.render.placement),
    delivered: (options) => request.deliver(receipt(), options),
  };
}
