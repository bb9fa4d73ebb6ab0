import { mapColumnsMutation, messageOf } from '@archive/api-client';
import type { IngestColumn, IngestReport, VoyageTextField } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, CollapsibleSection, formatNumber, Notice, Select } from '@archive/ui';
import { useState } from 'react';
import { canMapColumns } from '../labels.ts';

const TEXTS: Record<VoyageTextField, string> = {
  summary_markdown: 'Summary',
  additional_information: 'Additional information',
  notes: 'Notes',
  notes_internal: 'Curator notes',
};

const FIELDS: Record<NonNullable<IngestColumn['column']>, string> = {
  leave_out: 'Skip',
  start_date: 'Start date',
  end_date: 'End date',
  owner: 'President/Owner',
  title: 'Title',
  voyage_type: 'Voyage type',
  start_time: 'Start time',
  end_time: 'End time',
  start_location: 'Start location',
  end_location: 'End location',
  passengers: 'Passengers',
  ...TEXTS,
  sources: 'Sources',
  additional_sources: 'Additional sources',
  spins: 'Quotes',
  codes: 'Codes',
  start_date_written: 'Start date as written',
  end_date_written: 'End date as written',
  number: 'Number',
  voyage_slug: 'Web address of the voyage',
};
const COLUMNS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

const OPTIONS = [
  { value: '', label: 'Additional information, with its heading' },
  ...COLUMNS.map((value) => ({ value, label: FIELDS[value] })),
];
const columnOf = (value: string) => COLUMNS.find((column) => column === value) ?? null;

/** The columns of a table with the field that each one fills. */
export function ColumnList({ report, columns }: { report: IngestReport; columns: readonly IngestColumn[] }) {
  const { mutate, isPending, error, variables } = useMutation(mapColumnsMutation(useQueryClient()));
  const chosenBy = report.columns_chosen_by;
  const savedColumns = columns.map(({ column }) => column);
  const [chosenColumns, setChosen] = useState(savedColumns);
  const leftOut = savedColumns.filter((column) => column === null || column === 'leave_out').length;
  const isChanged = chosenColumns.some((column, index) => column !== savedColumns[index]);
  return (
    <CollapsibleSection
      title="Columns of the table"
      defaultOpen={leftOut > 0 || chosenBy !== null || report.status === 'failed'}
      meta={
        [chosenBy !== null && 'remembered', leftOut > 0 && `${formatNumber(leftOut)} without a field`]
          .filter(Boolean)
          .join(', ') || undefined
      }
    >
      <form
        className="flex flex-col gap-4 pt-4"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ id: report.operation_id, columns: chosenColumns });
        }}
      >
        {chosenBy !== null && (
          <Notice
            action={
              canMapColumns(report) && (
                <Button
                  size="small"
                  busy={isPending && variables.columns === null}
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
          {columns.map(({ name, sample }, position) => (
            <li key={position} className="min-w-0">
              <Select
                label={name || `Column ${formatNumber(position + 1)}`}
                help={sample && `First row: ${sample}`}
                options={OPTIONS}
                disabled={!canMapColumns(report)}
                value={chosenColumns[position] ?? ''}
                onChange={({ target: { value } }) =>
                  setChosen(chosenColumns.map((column, index) => (index === position ? columnOf(value) : column)))
                }
              />
            </li>
          ))}
        </ul>
        {error && (
          <p role="alert" className="text-13 text-signal">
            Couldn’t change the columns: {messageOf(error)}
          </p>
        )}
        {isChanged && (
          <Button type="submit" variant="primary" className="self-start" busy={isPending && variables.columns !== null}>
            Use these columns
          </Button>
        )}
      </form>
    </CollapsibleSection>
  );
}
