import { cx } from '@archive/ui';
import type { ReactNode } from 'react';

export interface Row {
  key: string;
  /** By the heading of the column. The first names the row. */
  cells: Readonly<Record<string, ReactNode>>;
}

interface DataTableProps {
  label: string;
  rows: readonly Row[];
}

/** Wide enough for a date and for a name, so that only longer words are broken. */
const CELL = 'min-w-24 py-2 pr-4 align-top wrap-anywhere';

/** A table that scrolls sideways on narrow screens. */
export function DataTable({ label, rows }: DataTableProps) {
  const heads = Object.keys(rows[0]?.cells ?? {});
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      <table className="w-full min-w-150 border-collapse tabular-nums">
        <thead>
          <tr className="border-b border-rule text-13 text-faded">
            {heads.map((head) => (
              <th key={head} scope="col" className={cx(CELL, 'text-left font-medium')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-rule border-b border-rule">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {Object.entries(cells).map(([head, cell]) =>
                head === heads[0] ? (
                  <th key={head} scope="row" className={cx(CELL, 'text-left font-medium')}>
                    {cell}
                  </th>
                ) : (
                  <td key={head} className={CELL}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Text or a figure that needs attention. */
export const Alarming = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold text-signal">{children}</span>
);
