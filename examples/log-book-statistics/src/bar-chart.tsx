import { Disclosure, formatCount, formatNumber, Panel } from '@archive/ui';
import { useId, type ReactNode } from 'react';
import type { Count } from './counts.ts';

export interface BarChartProps {
  title: string;
  /** Heading of the first column of the table. */
  column: string;
  counts: readonly Count[];
  /** Columns for a series in time, rows for names. */
  direction?: 'columns' | 'rows';
  children?: ReactNode;
}

/** A chart for the eye, and the same numbers as a table for everyone. */
export function BarChart({ title, column, counts, direction = 'rows', children }: BarChartProps) {
  const heading = useId();
  const most = Math.max(...counts.map(({ count }) => count), 1);
  const bars = counts.filter(({ count }) => count > 0);
  const peak = bars.toSorted((a, b) => b.count - a.count)[0];
  return (
    <Panel className="min-w-0 p-5 sm:p-6">
      <section aria-labelledby={heading}>
        <h2 id={heading} className="font-serif text-21">
          {title}
        </h2>
        {children}
        {peak ? (
          <>
            <p className="mt-1 text-13 text-faded">
              Most: {peak.label}, {formatCount(peak.count, 'voyage')}
            </p>
            {direction === 'columns' ? <Columns counts={counts} most={most} /> : <Rows counts={bars} most={most} />}
            <Disclosure label="Show the numbers" className="mt-4">
              <Table title={title} column={column} counts={bars} />
            </Disclosure>
          </>
        ) : (
          <p className="mt-3 text-faded">No voyages with this information yet.</p>
        )}
      </section>
    </Panel>
  );
}

interface BarsProps {
  counts: readonly Count[];
  most: number;
}

const percent = (count: number, most: number) => `${(count / most) * 100}%`;

function Columns({ counts, most }: BarsProps) {
  const last = counts.at(-1);
  return (
    <div aria-hidden className="mt-4">
      <div className="flex h-40 items-end gap-0.5 border-b border-rule">
        {counts.map(({ label, count }) => (
          <div
            key={label}
            title={`${label}: ${formatNumber(count)}`}
            className="min-w-0 flex-1 bg-sea"
            style={{ height: percent(count, most) }}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-13 text-faded">
        <span>{counts[0]?.label}</span>
        {last && counts.length > 1 && <span>{last.label}</span>}
      </div>
    </div>
  );
}

function Rows({ counts, most }: BarsProps) {
  return (
    <ul aria-hidden className="mt-4 space-y-2">
      {counts.map(({ label, count }) => (
        <li key={label}>
          <div className="flex justify-between gap-3 text-13">
            <span className="min-w-0 truncate">{label}</span>
            <span className="shrink-0 text-faded tabular-nums">{formatNumber(count)}</span>
          </div>
          <div className="mt-0.5 h-2 bg-wash">
            <div className="h-full bg-sea" style={{ width: percent(count, most) }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Table({ title, column, counts }: { title: string; column: string; counts: readonly Count[] }) {
  return (
    <table className="mt-2 w-full text-left text-13">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-rule">
          <th scope="col" className="py-1 font-medium">
            {column}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Voyages
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ label, count }) => (
          <tr key={label} className="border-b border-rule">
            <th scope="row" className="py-1 font-normal">
              {label}
            </th>
            <td className="py-1 text-right tabular-nums">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
