import { checkFlag, checkList, checkOneOf, checkUnit, checkWhole } from "./arguments.ts";
import type { ColumnFilter, Field, FieldType } from "./memory-field.ts";
import { checkId, checkText, checkTime, LIMITS } from "./text.ts";

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
  const one = (given: unknown, path: string): unknown => {
    const stored = checkValue(type, given, path);
    return type.kind === "flag" ? given : stored;
  };
  if (compare !== "in") return one(value, name);
  return Array.from(checkList(value, name), (given, i) => one(given, `${name}[${i}]`));
}
