import { mapColumnsMutation, messageOf } from '@archive/api-client';
import type { IngestColumn, IngestReport, TableReading } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, CollapsibleSection, formatNumber, Notice, Select } from '@archive/ui';
import { useState } from 'react';
import { COLUMN_LABELS, COLUMNS } from '../column-labels.ts';
import { canMapColumns, isInProgress } from '../labels.ts';
import { ReadingOptions } from './reading-options.tsx';
import { RowPreview } from './row-preview.tsx';

/** The fields that a column can fill, as options. */
export const OPTIONS = [
  { value: '', label: 'Additional information, with its heading' },
  ...COLUMNS.map((value) => ({ value, label: COLUMN_LABELS[value] })),
];
export const columnOf = (value: string) => COLUMNS.find((column) => column === value) ?? null;

const LONGEST_SAMPLE = 60;
const shorten = (text: string) => (text.length > LONGEST_SAMPLE ? `${text.slice(0, LONGEST_SAMPLE)}…` : text);
export const samplesOf = ({ samples }: IngestColumn, before = 'First rows') => {
  const texts = samples.filter((sample) => sample.trim() !== '').map(shorten);
  return texts.length > 0 ? `${before}: ${texts.join(' · ')}` : 'Empty in the first rows';
};

const NOTHING_CHOSEN: TableReading = { encoding: null, separator: null, date_order: null, sheet: null };

interface ColumnListProps {
  report: IngestReport;
  columns: readonly IngestColumn[];
}

/** The columns of a table with the field that each one fills, and the first rows as the voyages that they would become. */
export function ColumnList({ report, columns }: ColumnListProps) {
  const { mutate, isPending, error, variables } = useMutation(mapColumnsMutation(useQueryClient()));
  const { columns_chosen_by: chosenBy, needs_columns: isNeeded } = report;
  const savedColumns = columns.map(({ column }) => column);
  const savedReading = report.reading ?? NOTHING_CHOSEN;
  const [chosenColumns, setChosen] = useState(savedColumns);
  const [reading, setReading] = useState(savedReading);
  const leftOut = savedColumns.filter((column) => column === null || column === 'leave_out').length;
  const isReadOnly = !canMapColumns(report);
  // The archive takes no columns while the preview is made.
  const isWaiting = isInProgress(report);
  const isOtherSheet = reading.sheet !== savedReading.sheet;
  const hasDates = chosenColumns.includes('start_date');
  const isChanged =
    chosenColumns.some((column, index) => column !== savedColumns[index]) ||
    Object.entries(reading).some(([name, value]) => value !== savedReading[name as keyof TableReading]);
  return (
    <CollapsibleSection
      title="Columns of the table"
      defaultOpen={isNeeded || leftOut > 0 || chosenBy !== null || report.status === 'failed'}
      meta={
        [chosenBy !== null && 'remembered', leftOut > 0 && `${formatNumber(leftOut)} without a field`]
          .filter(Boolean)
          .join(', ') || undefined
      }
    >
      <form
        className="flex flex-col gap-6 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ id: report.operation_id, columns: isOtherSheet ? null : chosenColumns, reading });
        }}
      >
        {chosenBy !== null && (
          <Notice
            action={
              !isReadOnly && (
                <Button
                  size="small"
                  busy={isWaiting || (isPending && variables.columns === null && !isOtherSheet)}
                  onClick={() => mutate({ id: report.operation_id, columns: null })}
                >
                  Forget these fields
                </Button>
              )
            }
          >
            These fields were chosen by {chosenBy} in an earlier import. You can change them.
          </Notice>
        )}
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map((column, position) => (
            <li key={position} className="min-w-0">
              <Select
                label={column.name || `Column ${formatNumber(position + 1)}`}
                help={samplesOf(column)}
                options={OPTIONS}
                disabled={isReadOnly}
                value={chosenColumns[position] ?? ''}
                onChange={({ target: { value } }) =>
                  setChosen(chosenColumns.map((chosen, index) => (index === position ? columnOf(value) : chosen)))
                }
              />
            </li>
          ))}
        </ul>
        <ReadingOptions report={report} reading={reading} disabled={isReadOnly} onChange={setReading} />
        {!isReadOnly && !isOtherSheet && (
          <RowPreview report={report} table={columns} columns={chosenColumns} reading={reading} />
        )}
        {error && (
          <p role="alert" className="text-13 text-signal">
            Couldn’t change the columns: {messageOf(error)}
          </p>
        )}
        {!isReadOnly && (isNeeded || isChanged) && (
          <div className="flex flex-col gap-2">
            <Button
              type="submit"
              variant="primary"
              className="self-start"
              busy={isWaiting || (isPending && (variables.columns !== null || isOtherSheet))}
              disabled={!hasDates && !isOtherSheet}
            >
              {isOtherSheet ? 'Read this sheet' : isNeeded ? 'Preview the import' : 'Use these columns'}
            </Button>
            {!hasDates && !isOtherSheet && (
              <p className="text-13 text-faded">Choose the column with the start date first.</p>
            )}
          </div>
        )}
      </form>
    </CollapsibleSection>
  );
}
