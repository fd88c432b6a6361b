import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Memory } from "../../../../src/domain/memory.ts";
import { strengthAt } from "../../../../src/domain/strength.ts";
import { formatNumber, formatShare, t } from "../../i18n/index.ts";
import { readPreference, writePreference } from "../../preference.ts";
import { Menu } from "../../ui/menu.tsx";

/** What a row can show beside its sentence. */
export const COLUMNS = ["changed", "confidence", "importance", "strength", "evidence"] as const;
export type Column = (typeof COLUMNS)[number];

const PREFERENCE = "columns";

/** The columns that this browser chose; at first when a memory changed. */
export function useColumns(): readonly [ReadonlySet<Column>, (columns: ReadonlySet<Column>) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<Column>>(() => {
    const kept = readPreference(PREFERENCE);
    return new Set(
      kept === null ? (["changed"] as const) : COLUMNS.filter((one) => kept.split(",").includes(one)),
    );
  });
  const choose = (columns: ReadonlySet<Column>): void => {
    writePreference(PREFERENCE, [...columns].join(","));
    setChosen(columns);
  };
  return [chosen, choose];
}

/** The number of a memory that a column shows. */
export function numberOf(memory: Memory, column: Exclude<Column, "changed">): number {
  if (column === "evidence") return memory.evidenceCount;
  return column === "strength" ? strengthAt(memory.strength, memory.strengthAt, new Date()) : memory[column];
}

/** A share has two digits, a count none. */
export function shownNumber(memory: Memory, column: Exclude<Column, "changed">): string {
  const value = numberOf(memory, column);
  return column === "evidence" ? formatNumber(value) : formatShare(value);
}

/** All numbers of a memory in one line. */
export function numbersOf(memory: Memory): string {
  const names = COLUMNS.filter((one) => one !== "changed");
  return names.map((one) => `${t(`list.column.${one}`)} ${shownNumber(memory, one)}`).join(" · ");
}

interface Props {
  readonly chosen: ReadonlySet<Column>;
  onChoose(columns: ReadonlySet<Column>): void;
}

export function ColumnMenu({ chosen, onChoose }: Props): JSX.Element {
  const toggle = (column: Column): void => {
    const next = new Set(chosen);
    if (!next.delete(column)) next.add(column);
    onChoose(next);
  };
  return (
    <Menu label={t("list.columns")}>
      {COLUMNS.map((one) => (
        <label class="check" key={one}>
          <input type="checkbox" checked={chosen.has(one)} onChange={() => toggle(one)} />
          {t(`list.column.${one}`)}
        </label>
      ))}
    </Menu>
  );
}
