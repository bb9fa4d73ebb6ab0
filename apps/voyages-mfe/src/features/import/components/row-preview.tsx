import { ingestRowsQuery, messageOf } from '@archive/api-client';
import type { IngestColumn, IngestReport, IngestRow, TableReading } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { formatNumber, Panel } from '@archive/ui';
import { COLUMN_LABELS } from '../column-labels.ts';
import { isInProgress } from '../labels.ts';

interface RowPreviewProps {
  report: IngestReport;
  table: readonly IngestColumn[];
  columns: IngestColumn['column'][];
  reading: TableReading;
}

/** The first rows of a table as the voyages that they would become with the chosen columns. */
export function RowPreview({ report, table, columns, reading }: RowPreviewProps) {
  const query = ingestRowsQuery(report.operation_id, table, { columns, reading });
  // While the preview is planned again, its columns may be unknown.
  const { data: rows = [], error } = useQuery({ ...query, enabled: !isInProgress(report) });
  return (
    <section aria-label="First rows as voyages" className="flex flex-col gap-3">
      <h3 className="font-medium">What the first rows would become</h3>
      {error && <p className="text-13 text-signal">{messageOf(error)}</p>}
      <ol className="grid gap-4 lg:grid-cols-3" aria-live="polite">
        {rows.map((row, index) => (
          <li key={index} className="min-w-0">
            <Panel className="flex h-full min-w-0 flex-col gap-3 p-4">
              <Row row={row} number={index + 1} />
            </Panel>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Row({ row, number }: { row: IngestRow; number: number }) {
  return (
    <>
      <h4 className="text-13 font-medium">
        Row {formatNumber(number)}
        {row.values.length === 0 && ' would be skipped'}
      </h4>
      <RowValues row={row} />
    </>
  );
}

/** The values and problems of a row as a voyage. */
export function RowValues({ row: { values, problems } }: { row: IngestRow }) {
  return (
    <>
      {values.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13">
          {values.map(({ column, value }) => (
            <div key={column} className="contents">
              <dt className="text-faded">{COLUMN_LABELS[column]}</dt>
              <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {problems.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-13 text-faded">
          {problems.map((problem, index) => (
            <li key={index} className="break-words">
              {problem}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
