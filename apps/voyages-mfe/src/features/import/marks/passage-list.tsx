import type { IngestMarks } from '@archive/contracts';
import { Button, cx, formatCount, formatNumber, Panel, pluralize } from '@archive/ui';
import { lineLabel } from '../labels.ts';
import { RowValues } from '../components/row-preview.tsx';
import { passageOf } from './marks.ts';

/** Passages that are shown at once: those around the current line. */
const SHOWN = 6;

interface PassageListProps {
  rows: IngestMarks['rows'];
  current: number;
  onCurrent: (line: number) => void;
  isStale: boolean;
}

/** What the passages from each mark would become, around the current line. */
export function PassageList({ rows, current, onCurrent, isStale }: PassageListProps) {
  const at = passageOf(
    rows.map(({ line }) => line),
    current,
  );
  const start = Math.floor(Math.max(at, 0) / SHOWN) * SHOWN;
  const shown = rows.slice(start, start + SHOWN);
  const skipped = rows.filter(({ values }) => values.length === 0).length;
  return (
    <section aria-labelledby="understood" className="flex min-w-0 flex-col gap-3" aria-busy={isStale}>
      <h3 id="understood" className="font-medium">
        What was read from the lines
      </h3>
      <p className="text-13 text-faded" aria-live="polite">
        {formatCount(rows.length - skipped, 'voyage')}
        {skipped > 0 &&
          `, and ${formatCount(skipped, 'marked line')} that will be skipped, because ${pluralize(skipped, 'it has', 'they have')} no date that can be read`}
        .{rows.length > SHOWN && ` Shown: ${formatNumber(start + 1)} to ${formatNumber(start + shown.length)}.`}
      </p>
      {rows.length > SHOWN && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={start === 0} onClick={() => onCurrent(rows[start - SHOWN]?.line ?? 1)}>
            Previous
          </Button>
          <Button
            size="small"
            disabled={start + SHOWN >= rows.length}
            onClick={() => onCurrent(rows[start + SHOWN]?.line ?? 1)}
          >
            Next
          </Button>
        </div>
      )}
      <ol className="flex flex-col gap-3">
        {shown.map((row, index) => (
          <li key={row.line} className="min-w-0">
            <Panel
              className={cx('flex min-w-0 flex-col gap-2 p-3', start + index === at && 'border-l-3 border-l-brass')}
            >
              <h4 className="text-13 font-medium">
                <button
                  type="button"
                  className="text-navy underline underline-offset-4"
                  onClick={() => onCurrent(row.line)}
                >
                  {lineLabel({ from: row.line, to: row.end_line })}
                </button>
                {row.values.length === 0 && ' will be skipped'}
              </h4>
              <RowValues row={row} />
            </Panel>
          </li>
        ))}
      </ol>
    </section>
  );
}
