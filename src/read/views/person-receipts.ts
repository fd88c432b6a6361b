import type { Page, PageOptions } from "../../api/options.ts";
import type { PersonReceipt } from "../../api/people.ts";
import { forgettingsBefore, type ReceiptPosition, toReceipt } from "../../store/tables/forgettings.ts";
import { TOP } from "../../store/tx.ts";
import type { ReadContext } from "../shared/request.ts";
import { numericCursor, pageBy } from "./page.ts";

const RECEIPTS = numericCursor<ReceiptPosition>({ at: TOP, skip: TOP });

/** The receipts of people who were forgotten, newest first. */
export function pageOfReceipts(
  context: ReadContext,
  tenant: string,
  options: PageOptions,
): Promise<Page<PersonReceipt>> {
  return pageBy(options, RECEIPTS, async ({ before, limit }) => {
    const rows = await forgettingsBefore(context.use(), tenant, {
      before: before.at === TOP ? { at: TOP, skip: 0 } : before,
      limit,
    });
    return rows.map((row, i) => {
      const same = rows.slice(0, i + 1).filter((one) => one.begun_at === row.begun_at).length;
      const skip = same + (row.begun_at === before.at ? before.skip : 0);
      return { item: toReceipt(tenant, row), position: { at: row.begun_at, skip } };
    });
  });
}
