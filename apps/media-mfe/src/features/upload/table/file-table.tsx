import { DateField, dateProblem } from '@archive/editing';
import { Button, IconButton, Select, TextField, Thumbnail, formatFileSize } from '@archive/ui';
import { UserRound, X } from '@archive/ui/icons';
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { MEDIA_TYPE_OPTIONS, type MediaType } from '../../stored-file.ts';
import { PeopleChips, PeopleField } from '../components/people-field.tsx';
import type { Person } from '../upload-draft.ts';
import {
  COLUMNS,
  COLUMN_LABELS,
  type ChangeRow,
  type Column,
  FILLED_COLUMNS,
  type FilledColumn,
  type TableRow,
  useFill,
} from './use-fill.ts';

const NO_TITLE = 'Please select a file and provide a title';

const GRID =
  'lg:grid lg:grid-cols-[3.5rem_minmax(0,3fr)_minmax(11rem,1.6fr)_minmax(8.5rem,1fr)_minmax(0,2.6fr)_8rem] lg:gap-3';

interface FileTableProps {
  rows: readonly TableRow[];
  showErrors: boolean;
  onChange: ChangeRow;
  /** Called when a field of a file loses focus. */
  onLeave?: (id: string) => void;
  onRemove?: (id: string) => void;
  /** Called with a person's name that is typed but not chosen. */
  onPendingPerson?: (name: string) => void;
}

/** The fields of multiple files: a table, or a list on a phone. Values can be copied down, or pasted from a spreadsheet. */
export function FileTable({ rows, showErrors, onChange, onLeave, onRemove, onPendingPerson }: FileTableProps) {
  const [current, setCurrent] = useState<string>();
  const fill = useFill(rows, (id, values) => {
    onChange(id, values);
    onLeave?.(id);
  });
  const source = rows.find(({ id }) => id === current) ?? rows[0];
  // The rows are memoized, so pass them stable functions.
  const latest = useRef({ fill, onChange, onLeave, onRemove, onPendingPerson });
  useEffect(() => {
    latest.current = { fill, onChange, onLeave, onRemove, onPendingPerson };
  });
  const [actions] = useState(() => ({
    change: (id: string, values: Partial<TableRow['values']>) => latest.current.onChange(id, values),
    leave: (id: string) => latest.current.onLeave?.(id),
    remove: (id: string) => latest.current.onRemove?.(id),
    pendingPerson: (name: string) => latest.current.onPendingPerson?.(name),
    focus: (id: string) => setCurrent(id),
    fillDown: (id: string, column: FilledColumn) => latest.current.fill.fillDown(id, column),
    paste: (id: string, column: Column, text: string) => latest.current.fill.paste(id, column, text),
  }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
          <legend className="float-left mr-1 text-13 font-medium">Fill down</legend>
          {FILLED_COLUMNS.map((column) => (
            <Button
              key={column}
              size="small"
              disabled={rows.length < 2}
              title={`Copies from ${source?.name ?? ''} to the files below it`}
              onClick={() => source && actions.fillDown(source.id, column)}
            >
              {COLUMN_LABELS[column]}
            </Button>
          ))}
        </fieldset>
        <p className="basis-full text-13 text-faded">
          Fill down copies from the file you edited last, or from the first one, to the files below. You can also paste
          cells from a spreadsheet.
        </p>
      </div>
      <output className="flex min-h-8 items-center gap-3 text-13 text-faded empty:hidden">
        {fill.filled && (
          <>
            {fill.filled.message}
            <Button size="small" onClick={fill.filled.undo}>
              Undo
            </Button>
          </>
        )}
      </output>
      <div aria-hidden className={`hidden border-b border-rule pb-1 text-13 font-medium ${GRID}`}>
        <span />
        {COLUMNS.map((column) => (
          <span key={column}>{COLUMN_LABELS[column]}</span>
        ))}
        <span>Status</span>
      </div>
      <ul aria-label="Files to upload" className="flex flex-col gap-3">
        {rows.map((row) => (
          <FileRow
            key={row.id}
            row={row}
            showErrors={showErrors}
            actions={actions}
            isRemovable={onRemove !== undefined}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowActions {
  change: ChangeRow;
  leave: (id: string) => void;
  remove: (id: string) => void;
  focus: (id: string) => void;
  fillDown: (id: string, column: FilledColumn) => void;
  pendingPerson: (name: string) => void;
  paste: (id: string, column: Column, text: string) => boolean;
}

interface FileRowProps {
  row: TableRow;
  showErrors: boolean;
  actions: RowActions;
  isRemovable: boolean;
}

const isSameRow = (before: FileRowProps, after: FileRowProps) =>
  before.showErrors === after.showErrors &&
  before.isRemovable === after.isRemovable &&
  before.row.values === after.row.values &&
  before.row.status === after.row.status &&
  before.row.preview === after.row.preview &&
  before.row.isReadOnly === after.row.isReadOnly;

const FileRow = memo(function FileRow({ row, showErrors, actions, isRemovable }: FileRowProps) {
  const { id, name, values, isReadOnly } = row;
  const field = (column: Column) => ({
    label: `${COLUMN_LABELS[column]} of ${name}`,
    hideLabel: true,
    value: values[column],
    disabled: isReadOnly,
    onChange: ({ target }: { target: { value: string } }) =>
      actions.change(
        id,
        column === 'media_type' ? { media_type: target.value as MediaType } : { [column]: target.value },
      ),
    onFocus: () => actions.focus(id),
    onBlur: () => actions.leave(id),
    onPaste: (event: ClipboardEvent) => {
      if (!actions.paste(id, column, event.clipboardData.getData('text/plain'))) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'd' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      actions.fillDown(id, column);
    },
  });
  return (
    <li
      className={`flex flex-col gap-2 rounded border border-rule bg-paper p-3 lg:items-start lg:rounded-none lg:border-0 lg:border-b lg:bg-transparent lg:p-0 lg:pb-3 ${GRID}`}
    >
      <div className="flex items-center gap-3">
        <div className="h-12 w-14 shrink-0 overflow-hidden">
          <Thumbnail src={row.preview} alt="" kind={row.kind} />
        </div>
        <p className="min-w-0 flex-1 lg:hidden">
          <FileName row={row} />
        </p>
      </div>
      <div className="min-w-0">
        <Caption column="title" />
        <TextField
          required
          autoComplete="off"
          error={showErrors && values.title.trim() === '' ? NO_TITLE : undefined}
          {...field('title')}
        />
        <p className="mt-1 max-lg:hidden">
          <FileName row={row} />
        </p>
      </div>
      <div className="min-w-0">
        <Caption column="date" />
        <DateField
          approximate
          error={showErrors ? dateProblem(values.date, { approximate: true }) : undefined}
          {...field('date')}
        />
      </div>
      <div className="min-w-0">
        <Caption column="media_type" />
        <Select options={MEDIA_TYPE_OPTIONS} {...field('media_type')} />
      </div>
      <div className="min-w-0">
        <Caption column="alt_text" />
        <TextField autoComplete="off" {...field('alt_text')} />
      </div>
      <div className="flex items-start justify-between gap-2 text-13">
        <span className={`min-w-0 wrap-anywhere lg:pt-2 ${row.hasProblem ? 'text-signal' : 'text-faded'}`}>
          {row.status}
        </span>
        {isRemovable && !isReadOnly && (
          <IconButton
            plain
            size="small"
            label={`Remove ${name}`}
            icon={<X aria-hidden />}
            onClick={() => actions.remove(id)}
          />
        )}
      </div>
      <RowPeople
        name={name}
        people={values.people}
        disabled={isReadOnly}
        onChange={(people) => {
          actions.focus(id);
          actions.change(id, { people });
          actions.leave(id);
        }}
        onPending={actions.pendingPerson}
      />
    </li>
  );
}, isSameRow);

/** The column's name, if there is no table header above the fields. */
const Caption = ({ column }: { column: Column }) => (
  <span aria-hidden className="mb-1 block text-13 font-medium lg:hidden">
    {COLUMN_LABELS[column]}
  </span>
);

const FileName = ({ row: { name, size } }: { row: TableRow }) => (
  <span className="block truncate text-13 text-faded tabular-nums" title={name}>
    {name} · {formatFileSize(size)}
  </span>
);

interface RowPeopleProps {
  /** Name of the file. */
  name: string;
  people: readonly Person[];
  disabled: boolean;
  onChange: (people: Person[]) => void;
  onPending: (name: string) => void;
}

/**
 * The people in one file, in addition to those in all files. A button opens the
 * search field, because a hundred search fields in a table would be slow.
 */
function RowPeople({ name, people, disabled, onChange, onPending }: RowPeopleProps) {
  const [open, setOpen] = useState(false);
  if (disabled && people.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 lg:col-span-5 lg:col-start-2 lg:-mt-1">
      {!open && <PeopleChips people={people} disabled={disabled} onChange={onChange} />}
      {open && !disabled && (
        <div className="min-w-0 flex-1 basis-64 lg:max-w-md">
          <PeopleField
            label={`People in ${name}`}
            people={people}
            disabled={disabled}
            onChange={onChange}
            onPending={onPending}
          />
        </div>
      )}
      {!disabled && (
        <Button
          size="small"
          variant="quiet"
          className={open ? 'self-end' : 'lg:-ml-3'}
          aria-label={open ? `Done adding people in ${name}` : `Add people in ${name}`}
          onClick={() => {
            onPending('');
            setOpen(!open);
          }}
        >
          {open ? (
            'Done'
          ) : (
            <>
              <UserRound aria-hidden className="size-4" /> Add people
            </>
          )}
        </Button>
      )}
    </div>
  );
}
