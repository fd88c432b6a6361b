import { z } from "@hono/zod-openapi";
import { namedObject, optional } from "../../../api/calls/schemas/common.ts";
import { LIMITS } from "../../../domain/text.ts";

/** Its client sends whatever options it is given, in either spelling; only what is used is looked at. */
const id = z.union([z.string().max(1_000), z.number()]).nullish();
const entity = {
  user_id: id,
  userId: id,
  agent_id: id,
  agentId: id,
  app_id: id,
  appId: id,
  run_id: id,
  runId: id,
};

const part = z.looseObject({ type: z.string() });
const content = z.union([z.string().max(1_000_000), part, z.array(part).max(1_000)]);
const metadata = z.record(z.string(), z.unknown()).nullish();
const filters = z.record(z.string(), z.unknown()).nullish();

export const AddBody = z.looseObject({
  messages: z.union([
    z.string().min(1).max(1_000_000),
    z
      .array(z.looseObject({ role: z.string().max(40).optional(), content }))
      .min(1)
      .max(1_000),
  ]),
  ...entity,
  metadata,
  infer: optional(z.boolean(), "false = each of the user's messages is kept as it is. Default: true."),
  timestamp: optional(z.number(), "Seconds since 1970: when it was said. Default: now."),
  expiration_date: z.string().max(40).nullish(),
});

export const SearchBody = z.looseObject({
  query: z.string().max(LIMITS.query),
  ...entity,
  filters,
  top_k: z.int().min(1).max(1_000).optional(),
  limit: z.int().min(1).max(1_000).optional(),
  threshold: z.number().min(0).max(1).optional(),
  categories: z.array(z.string().max(1_000)).max(100).optional(),
});

export const ListBody = z.looseObject({
  ...entity,
  filters,
  categories: z.array(z.string().max(1_000)).max(100).optional(),
  start_date: z.string().max(40).optional(),
  end_date: z.string().max(40).optional(),
});

export const UpdateBody = z.looseObject({
  text: z.string().max(1_000_000).optional(),
  metadata,
  expiration_date: z.string().max(40).nullish(),
});

/** Of a list that is turned page by page; pages are counted from 1. */
export const pages = {
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  page_size: z.coerce.number().int().min(1).max(1_000).optional(),
};

export const anyQuery = z.looseObject({});

const text = z.string().nullable();

export const Mem0MemorySchema = namedObject("Mem0Memory", {
  id: z.string(),
  memory: z.string(),
  hash: z.string(),
  user_id: text,
  agent_id: text,
  app_id: text,
  run_id: text,
  categories: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expiration_date: text,
  score: z.number().optional(),
});

export const Mem0HistorySchema = namedObject("Mem0History", {
  id: z.string(),
  memory_id: z.string(),
  input: z.array(z.object({ role: z.string(), content: z.string() })),
  old_memory: text,
  new_memory: text,
  user_id: text,
  categories: z.array(z.string()),
  event: z.enum(["ADD", "UPDATE", "DELETE"]),
  created_at: z.string(),
  updated_at: z.string(),
});

export const said = z.object({ message: z.string() });
