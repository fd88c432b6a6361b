import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../api/checkpoints.ts";
import type { NamespaceMatch } from "../../api/documents.ts";
import { checkList, checkOneOf, isRecord } from "../../domain/arguments.ts";
import { invalidArgument, show } from "../../domain/errors.ts";

type Compare = (value: unknown, operand: unknown) => boolean;

/** Numbers by value; texts, such as ISO times, in their order; nothing else is larger or smaller. */
function orderComparison(test: (difference: number) => boolean): Compare {
  return (value, operand) => {
    if (typeof value === "string" && typeof operand === "string")
      return test(value < operand ? -1 : value > operand ? 1 : 0);
    return typeof value === "number" && typeof operand === "number" && test(value - operand);
  };
}

function isIn(value: unknown, operand: unknown): boolean {
  return (operand as readonly unknown[]).some((one) => isDeepStrictEqual(value, one));
}

/** Operators that take a list. */
const OF_LISTS = ["$in", "$nin"];

const OPERATORS: Readonly<Record<string, Compare>> = {
  $eq: isDeepStrictEqual,
  $ne: (value, operand) => !isDeepStrictEqual(value, operand),
  $gt: orderComparison((difference) => difference > 0),
  $gte: orderComparison((difference) => difference >= 0),
  $lt: orderComparison((difference) => difference < 0),
  $lte: orderComparison((difference) => difference <= 0),
  $in: isIn,
  $nin: (value, operand) => !isIn(value, operand),
};

/** The filter of a search as a function. Unknown operators are rejected. */
export function documentFilter(filter: JsonObject): (value: JsonObject) => boolean {
  const tests = Object.entries(filter).map(([field, operand]) => {
    const holds = condition(operand, field);
    return (value: JsonObject): boolean => holds(Object.hasOwn(value, field) ? value[field] : undefined);
  });
  return (value) => tests.every((test) => test(value));
}

function condition(expected: unknown, field: string): (value: unknown) => boolean {
  const entries = isRecord(expected) ? Object.entries(expected) : [];
  if (!entries.some(([name]) => name.startsWith("$"))) return (value) => isDeepStrictEqual(value, expected);
  const tests = entries.map(([name, operand]) => {
    const compare = Object.hasOwn(OPERATORS, name) ? OPERATORS[name]! : undefined;
    if (compare === undefined)
      throw invalidArgument(
        `filter.${field} has no operator ${show(name)}; there are ${Object.keys(OPERATORS).join(", ")}.`,
        { path: `filter.${field}` },
      );
    if (OF_LISTS.includes(name)) checkList(operand, `filter.${field}.${name}`);
    return (value: unknown): boolean => compare(value, operand);
  });
  return (value) => tests.every((test) => test(value));
}

/** Whether a namespace begins or ends with a path, in which `"*"` stands for any one label. */
export function namespaceMatches(labels: readonly string[], { matchType, path }: NamespaceMatch): boolean {
  checkOneOf(matchType, ["prefix", "suffix"], "matchType");
  const from = matchType === "prefix" ? 0 : labels.length - path.length;
  return (
    from >= 0 &&
    path.length <= labels.length &&
    path.every((label, i) => label === "*" || label === labels[from + i])
  );
}
