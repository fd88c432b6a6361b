import { checkFlag, checkList, checkOneOf, checkUnit, checkWhole } from "./arguments.ts";
import { checkId, checkText, checkTime, LIMITS } from "./text.ts";

/** The type of a field. Each user of the table has one rule per type, and none for a single field. */
export type FieldType =
  /** An exact id. */
  | { readonly kind: "id" }
  /** A name or a label of a preset's or a caller's own. */
  | { readonly kind: "label" }
  /** Somebody's words. */
  | { readonly kind: "text" }
  | { readonly kind: "labels" }
  /** A number from 0 to 1. */
  | { readonly kind: "share" }
  | { readonly kind: "flag" }
  | { readonly kind: "time" }
  | { readonly kind: "whole"; readonly least: number; readonly most: number }
  | { readonly kind: "choice"; readonly values: readonly string[] };

export type Compare = "=" | "in" | ">" | ">=" | "<" | "<=";

interface Field {
  readonly type: FieldType;
  readonly nullable?: true;
  /** Its column. Default: the name in snake_case. `null`: it is computed from the others and the time. */
  readonly column?: string | null;
  /** A column for the engine, which `Memory` does not show. */
  readonly hidden?: true;
  /** Made from the other columns, also where an export is read: exports do not carry it. */
  readonly derived?: true;
  /** The migration that added it. Exports of an older schema do not have it. Default: the first. */
  readonly since?: number;
  /** Its value in rows of an older export. Default: `null`. */
  readonly absent?: string | number;
  /** Filters by name. `param` is the name in a query string. Default: the filter's name in snake_case. */
  readonly filters?: Readonly<Record<string, { readonly compare: Compare; readonly param?: string }>>;
  /** `memories.update()` sets it, to `null` too if it says so. Default: it cannot be set. */
  readonly settable?: {
    readonly nullable?: true;
    readonly values?: readonly string[];
    readonly least?: number;
  };
  /** For the HTTP document, where the name does not say it. */
  readonly doc?: string;
}

export type Fields = Readonly<Record<string, Field>>;

type Snake<S extends string> = S extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Rest>}`
  : S;

/** `expiresAt` in code is `expires_at` in a table and in a query string. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type TypeOf<T extends FieldType> = T extends { kind: "choice"; values: readonly (infer V)[] }
  ? V
  : T extends { kind: "labels" }
    ? readonly string[]
    : T extends { kind: "share" | "whole" }
      ? number
      : T extends { kind: "flag" }
        ? boolean
        : T extends { kind: "time" }
          ? Date
          : string;

type StoredType<T extends FieldType> = T extends { kind: "labels" }
  ? string
  : T extends { kind: "flag" | "time" }
    ? number
    : TypeOf<T>;

type OrNull<F> = F extends { nullable: true } ? null : never;

/** The fields that callers see. */
export type ValuesOf<T extends Fields> = {
  readonly [F in keyof T as T[F] extends { hidden: true } ? never : F]: TypeOf<T[F]["type"]> | OrNull<T[F]>;
};

type ColumnOf<F, S> = S extends { column: null }
  ? never
  : S extends { column: infer C }
    ? C
    : Snake<F & string>;

/** The row of the table. */
export type RowOf<T extends Fields> = {
  -readonly [F in keyof T as ColumnOf<F, T[F]> & string]: StoredType<T[F]["type"]> | OrNull<T[F]>;
};

type InputOf<T extends FieldType> = T extends { kind: "time" } ? Date | string | number : TypeOf<T>;

/** The fields that `memories.update()` takes. */
export type UpdateOf<T extends Fields> = {
  -readonly [F in keyof T as T[F] extends { settable: object } ? F : never]?:
    | (T[F] extends { settable: { values: readonly (infer V)[] } } ? V : InputOf<T[F]["type"]>)
    | OrNull<T[F]["settable"]>;
};

/** Each filter with its name and the type of its field. */
type FilterEntry<T extends Fields> = {
  [F in keyof T]: T[F] extends { filters: infer S }
    ? { [N in keyof S]: { name: N & string; spec: S[N]; type: T[F]["type"] } }[keyof S]
    : never;
}[keyof T];

type FilterValue<T extends FieldType> = T extends { kind: "time" } ? number : TypeOf<T>;

/** The filters of lists and recalls. Times are epoch milliseconds. */
export type FilterOf<T extends Fields> = {
  [E in FilterEntry<T> as E["name"]]?:
    | (E["spec"] extends { compare: "in" } ? readonly FilterValue<E["type"]>[] : FilterValue<E["type"]>)
    | undefined;
};

type ParamOf<Name extends string, Spec> = Spec extends { compare: "in" }
  ? never
  : Spec extends { param: infer P extends string }
    ? P
    : Snake<Name>;

/** The filters of one value under the names that they have in a query string, each as a caller writes it. */
export type ParamsOf<T extends Fields> = {
  [E in FilterEntry<T> as ParamOf<E["name"], E["spec"]>]?: InputOf<E["type"]> | null;
};

/** A field that has a column. */
export interface Column extends Field {
  readonly name: string;
  readonly column: string;
}

export function columnsOf(fields: Fields): readonly Column[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.column === null ? [] : [{ ...field, name, column: field.column ?? snakeCase(name) }],
  );
}

/** A filter, and the column it compares. */
export interface ColumnFilter {
  readonly name: string;
  readonly param: string;
  readonly compare: Compare;
  readonly column: string;
  readonly type: FieldType;
}

export function filtersOf(fields: Fields): readonly ColumnFilter[] {
  return columnsOf(fields).flatMap(({ column, type, filters = {} }) =>
    Object.entries(filters).map(([name, filter]) => ({
      param: snakeCase(name),
      ...filter,
      name,
      column,
      type,
    })),
  );
}

/** Those of one value, by the names that they have in a query string. */
export function paramsOf(fields: Fields): ReadonlyMap<string, ColumnFilter> {
  const single = filtersOf(fields).filter(({ compare }) => compare !== "in");
  return new Map(single.map((filter) => [filter.param, filter]));
}

/** Names of the fields that hold a moment, for whoever reads them from JSON. */
export function momentsOf(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.type.kind === "time" && !fields[name].hidden);
}

/** A caller's value of a type, as the table holds it. */
function checkValue(type: FieldType, value: unknown, name: string): string | number {
  switch (type.kind) {
    case "id":
    case "label":
      return checkId(value, name);
    case "text":
      return checkText(value, name, LIMITS.memoryText);
    case "labels":
      return JSON.stringify(Array.from(checkList(value, name), (one, i) => checkId(one, `${name}[${i}]`)));
    case "share":
      return checkUnit(value, name);
    case "flag":
      return checkFlag(value, name) ? 1 : 0;
    case "time":
      return checkTime(value, name);
    case "whole":
      return checkWhole(value, name, type.least, type.most);
    case "choice":
      return checkOneOf(value, type.values, name);
  }
}

/** A value that `memories.update()` was given. */
export function checkUpdate(
  { type, settable = {} }: Field,
  value: unknown,
  name: string,
): string | number | null {
  if (value === null && settable.nullable === true) return null;
  if (settable.values !== undefined) return checkOneOf(value, settable.values, name);
  const { least } = settable;
  return checkValue(type.kind === "whole" && least !== undefined ? { ...type, least } : type, value, name);
}

/** A filter's value: as callers write it, except that times are epoch milliseconds. */
export function checkFilterValue({ name, compare, type }: ColumnFilter, value: unknown): unknown {
  const checkItem = (item: unknown, path: string): unknown => {
    const stored = checkValue(type, item, path);
    return type.kind === "flag" ? item : stored;
  };
  if (compare !== "in") return checkItem(value, name);
  return Array.from(checkList(value, name), (item, i) => checkItem(item, `${name}[${i}]`));
}
