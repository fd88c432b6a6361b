import type { Principal } from "../domain/api-key.ts";
import { checkList } from "../domain/arguments.ts";
import { MemoirError } from "../domain/errors.ts";
import { checkId } from "../domain/text.ts";

/** A request may be bound to fewer categories than its key: a JSON list, percent-encoded. */
const HEADER = "X-Memoir-Categories";

/** The key's rights as this request uses them: never more than the key has. */
export function narrowed(principal: Principal, { headers }: Request): Principal {
  const text = headers.get(HEADER);
  if (text === null) return principal;
  const bound = checkList(parsed(text), HEADER).map((one, i) => checkId(one, `${HEADER}[${i}]`));
  const { categories } = principal;
  return {
    ...principal,
    categories: categories === null ? bound : bound.filter((one) => categories.includes(one)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    throw new MemoirError(
      "invalid_argument",
      `${HEADER} must be a list of categories as JSON, percent-encoded: %5B%22todo%22%5D for ["todo"].`,
    );
  }
}
