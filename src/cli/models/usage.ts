import type { Command } from "commander";
import type { ModelUsage } from "../../index.ts";
import { newCommand, wholeNumber } from "../command.ts";
import type { Context, Host } from "../context.ts";
import { type Screen, table } from "../output.ts";
import { oneLine } from "../width.ts";
import { withOperator } from "../with-operator.ts";

interface UsageFlags {
  readonly days?: number;
}

const DAYS = 30;
const DAY_MS = 86_400_000;

export function modelsUsageCommand(host: Host): Command {
  return newCommand(host, "usage", "See calls, tokens and cost of the language models, by day.", [
    "models usage",
    "models usage --days 7 --json",
  ])
    .option("--days <n>", `how many days back (default: ${DAYS})`, wholeNumber(1, 3_650))
    .action((flags: UsageFlags) => host.run((context) => usage(context, flags)));
}

async function usage(context: Context, { days = DAYS }: UsageFlags): Promise<undefined> {
  await withOperator(context, { creates: false }, async ({ operator }) => {
    const rows = await operator.modelUsage({ since: Date.now() - (days - 1) * DAY_MS });
    const costs = rows.flatMap(({ cost }) => (cost === null ? [] : [cost]));
    const totals = {
      calls: sum(rows.map((row) => row.calls)),
      tokens: sum(rows.map((row) => row.input_tokens + row.output_tokens)),
      cost: costs.length === 0 ? null : sum(costs),
    };
    context.out.answer({ tenant: operator.tenant, days, usage: rows, totals }, (screen) =>
      rows.length === 0
        ? [`No language model was called in the last ${days} days.`]
        : [
            ...usageTable(screen, rows),
            "",
            `${totals.calls} calls, ${totals.tokens} tokens${totals.cost === null ? "" : `, cost ${money(totals.cost)}`}.`,
            ...(costs.length < rows.length
              ? [screen.colors.dim("A model without a price in models.prices is counted in tokens only.")]
              : []),
          ],
    );
  });
  return undefined;
}

function usageTable(screen: Screen, rows: readonly ModelUsage[]): string[] {
  return table(
    screen,
    [
      { title: "DAY", text: (row) => row.day },
      { title: "ROLE", text: (row) => row.role },
      { title: "CALLS", text: (row) => String(row.calls) },
      { title: "FAILED", text: (row) => String(row.failures) },
      { title: "IN", text: (row) => String(row.input_tokens) },
      { title: "OUT", text: (row) => String(row.output_tokens) },
      { title: "COST", text: (row) => (row.cost === null ? "-" : money(row.cost)) },
      { title: "MODEL", text: (row) => oneLine(row.model) },
    ],
    rows,
  );
}

/** Calls cost fractions of a cent. */
function money(cost: number): string {
  return cost.toFixed(4);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
