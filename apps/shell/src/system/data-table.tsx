import { cx } from '@archive/ui';
import type { ReactNode } from 'react';

export interface Row {
  key: string;
  /** One for each column. The first names the row. */
  cells: readonly ReactNode[];
}

interface DataTableProps {
  label: string;
  /** The headings of the columns. */
  heads: readonly string[];
  rows: readonly Row[];
}

const CELL = 'py-2 pr-4 align-top';

/** A table that scrolls sideways on narrow screens. */
export function DataTable({ label, heads, rows }: DataTableProps) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="overflow-x-auto">
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
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row" className={cx(CELL, 'text-left font-medium wrap-anywhere')}>
                {name}
              </th>
              {cells.map((cell, index) => (
                <td key={index} className={cx(CELL, 'wrap-anywhere')}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Text or a figure that needs attention. */
export const Alarming = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold text-signal">{children}</span>
);
