import { z } from "@hono/zod-openapi";
import { MemoirError, type Recall } from "../../index.ts";
import type { Service } from "../call.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { wanted } from "../schemas/body.ts";
import {
  DegradedSchema,
  HitSchema,
  LightHitSchema,
  query,
  ReceiptSchema,
  recallFields,
  recallOptions,
} from "../schemas/recall.ts";
import { lightHits, wireHits } from "../wire.ts";

const tag = "Recall";
const delivered = z
  .boolean()
  .describe(
    "Whether it is on record that an agent was given this: the thread's place and the counts of access.",
  );

const recall = route(
  {
    method: "post",
    path: "/api/ltm/recall",
    role: "read",
    tag,
    summary: "Find the memories and quotes that answer a question, with the reasons.",
    description:
      '`prompt` is the block for the model, `""` when there is nothing to say. With `deliver` it counts as given to an agent. ' +
      "Hits are short; with `explain` each has every part of its score, its evidence and the whole memory or event.",
    body: z.strictObject({
      query,
      ...recallFields,
      deliver: z.boolean().optional().describe("Default: false."),
      explain: z
        .boolean()
        .optional()
        .describe("Whole hits, with the parts of each score and the evidence. Default: false."),
    }),
    answer: z.object({
      hits: z.union([z.array(LightHitSchema), z.array(HitSchema)]),
      degraded: DegradedSchema,
      prompt: z.string(),
      receipt: ReceiptSchema,
      delivered,
    }),
  },
  async ({ service, principal, body, signal }) => {
    const { query, deliver = false, explain = false } = body;
    const found = await ownScope(service, principal, body).recall(query, recallOptions(body, signal));
    counted(service, found);
    return {
      hits: explain ? wireHits(found.hits) : lightHits(found.hits),
      degraded: found.degraded,
      prompt: found.toPrompt(),
      receipt: found.receipt,
      delivered: deliver && (await noted(found)),
    };
  },
);

const deliver = route(
  {
    method: "post",
    path: "/api/ltm/recall/delivered",
    role: "read",
    tag,
    summary: "Mark a recall as delivered to an agent.",
    description:
      "It moves the place of the receipt's thread and the counts of access. Memories that the key may not see are passed over.",
    body: z.strictObject({ ...wanted, receipt: ReceiptSchema }),
    answer: z.object({ delivered }),
  },
  async ({ service, principal, body }) => {
    await ownScope(service, principal, body).delivered(body.receipt);
    return { delivered: true };
  },
);

/** Counts a recall for `/metrics`. */
export function counted({ metrics }: Service, { degraded }: Pick<Recall, "degraded">): void {
  metrics.count("memoir_recalls_total", { degraded: degraded?.reason ?? "no" });
}

/** The answer is valid even if it cannot be recorded, as in read-only mode. */
export async function noted(found: Pick<Recall, "delivered">): Promise<boolean> {
  try {
    await found.delivered();
    return true;
  } catch (error) {
    if (MemoirError.is(error)) return false;
    throw error;
  }
}

export const recallRoutes: readonly Route[] = [recall, deliver];
