import type { JSX } from "preact";

export interface Column<T> {
  /** Empty above buttons. */
  readonly title: string;
  /** Set to the right, digits under digits. */
  readonly number?: boolean;
  cell(row: T): JSX.Element | string | number | null;
}

interface Props<T> {
  readonly title?: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  keyOf(row: T): string;
  /** Whether a row is of the past, and drawn faintly. */
  isFaded?(row: T): boolean;
}

/** Rows in a card. Where the card is narrow, each row is a list of its cells under their titles. */
export function Table<T>({ title, columns, rows, keyOf, isFaded }: Props<T>): JSX.Element {
  return (
    <div class="card rows">
      {title !== undefined && <h2>{title}</h2>}
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} class={column.number === true ? "number" : ""}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={isFaded?.(row) === true ? "faded" : ""}>
              {columns.map((column) => (
                <td
                  key={column.title}
                  class={column.number === true ? "number" : ""}
                  data-title={column.title}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
