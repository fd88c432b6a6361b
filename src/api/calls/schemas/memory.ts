import { z } from "@hono/zod-openapi";
import { MEMORY_FIELDS, type Memory } from "../../../domain/memory.ts";
import { columnsOf, type Fields, type FieldType, filtersOf, paramsOf } from "../../../domain/memory-field.ts";
import { LIMITS } from "../../../domain/text.ts";
import type { MemoryFilter, MemoryUpdate } from "../../memories.ts";
import type { RecallFilters } from "../../recall.ts";
import {
  flagSchema,
  listOf,
  momentSchema,
  name,
  namedObject,
  optional,
  shareSchema,
  timeSchema,
  when,
} from "./common.ts";

type Shape = Record<string, z.ZodType>;

const MAX_LABELS = 1_000;

type Schemas = Partial<Record<FieldType["kind"], z.ZodType>>;

/** As an answer has it, where that is not a string. */
const ANSWERED: Schemas = {
  labels: z.array(z.string()),
  share: shareSchema,
  flag: z.boolean(),
  time: momentSchema,
  whole: z.int(),
};

/** As a body has it. The engine has the exact rules. */
const SENT: Schemas = {
  ...ANSWERED,
  id: name,
  label: name,
  text: z.string().max(LIMITS.memoryText),
  labels: z.array(name).max(MAX_LABELS),
  time: when,
};

/** As a query string has it. */
const ASKED: Schemas = {
  ...SENT,
  share: z.coerce.number().min(0).max(1),
  whole: z.coerce.number().int(),
  flag: flagSchema,
  time: timeSchema.transform((value) => Date.parse(value)),
};

function schemaOf(schemas: Schemas, type: FieldType): z.ZodType {
  return type.kind === "choice" ? z.enum(type.values) : (schemas[type.kind] ?? z.string());
}

const millis = z
  .union([timeSchema, z.int()])
  .transform((value) => (typeof value === "string" ? Date.parse(value) : value));

const described = (schema: z.ZodType, doc: string | undefined): z.ZodType =>
  doc === undefined ? schema : schema.describe(doc);

/** All fields that callers see. */
export function memoryShape(fields: Fields): Shape {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { hidden }]) => hidden !== true)
      .map(([name, { type, nullable, doc }]) => {
        const schema = schemaOf(ANSWERED, type);
        return [name, described(nullable === true ? schema.nullable() : schema, doc)];
      }),
  );
}

/** The fields that a hand edit can set. */
export function updateShape(fields: Fields): Shape {
  return Object.fromEntries(
    columnsOf(fields).flatMap(({ name, type, settable, doc }) => {
      if (settable === undefined) return [];
      const schema = settable.values === undefined ? schemaOf(SENT, type) : z.enum(settable.values);
      return [[name, described((settable.nullable === true ? schema.nullable() : schema).optional(), doc)]];
    }),
  );
}

/** Filters in a query string. Of two with one name there, the list takes one value too. */
export function filterShape(fields: Fields): Shape {
  const shape: Shape = {};
  for (const { param, compare, type } of filtersOf(fields)) {
    const schema = schemaOf(ASKED, type);
    if (compare === "in")
      shape[param] = optional(listOf(schema as z.ZodType<unknown, string>, ","), "One or several.");
    else shape[param] ??= schema.optional();
  }
  return shape;
}

/** The engine's names of the filters of a query string. */
export function filterReader(fields: Fields): (query: object) => Record<string, unknown> {
  const names = new Map<string, string>();
  for (const { param, compare, name } of filtersOf(fields))
    if (compare === "in" || !names.has(param)) names.set(param, name);
  return (query) =>
    Object.fromEntries([...names].map(([param, name]) => [name, (query as Record<string, unknown>)[param]]));
}

/** Filters of a recall in a body, under the library's names. Of the statuses only `active` is ever recalled. */
export function recallFilterShape(fields: Fields): Shape {
  return Object.fromEntries(
    filtersOf(fields)
      .filter(({ name }) => name !== "status")
      .map(({ name, compare, type }) => {
        const schema = type.kind === "time" ? millis : schemaOf(SENT, type);
        return [name, (compare === "in" ? z.array(schema).max(MAX_LABELS) : schema).optional()];
      }),
  );
}

/** The filters of `memory.query`: of one value each, in a body, under the names of a query string. */
export function queryFilterShape(fields: Fields): Shape {
  return Object.fromEntries(
    [...paramsOf(fields)].map(([param, { type }]) => [param, schemaOf(SENT, type).nullable().optional()]),
  );
}

type Optional<T> = { [K in keyof T]-?: z.ZodOptional<z.ZodType<Exclude<T[K], undefined>>> };

export const MemorySchema = namedObject("Memory", {
  ...(memoryShape(MEMORY_FIELDS) as { [F in keyof Memory]: z.ZodType<Memory[F]> }),
  needs_approval: optional(z.literal(true), "It waits for a person: its `status` is `shadow` until then."),
});

export const ItemSchema = namedObject("Item", { scope: z.string(), memory: MemorySchema });

const link = z.object({ id: z.string(), text: z.string() });

export const ListedItemSchema = namedObject("ListedItem", {
  ...ItemSchema.shape,
  replacedBy: optional(link.nullable(), "With `links`: the memory that replaced it."),
  replaces: optional(z.array(link), "With `links`: the memories that it replaced."),
});

export const memoryUpdate = updateShape(MEMORY_FIELDS) as Optional<MemoryUpdate>;

export const recallFilters = recallFilterShape(MEMORY_FIELDS) as Optional<RecallFilters>;

/** The filters of memories in a query string; no handler looks at one but `status` by itself. */
export const memoryFilters = filterShape(MEMORY_FIELDS) as Optional<Pick<MemoryFilter, "status">>;

export const filterFromQuery: (query: object) => MemoryFilter = filterReader(MEMORY_FIELDS);
