import type { IngestReport, TableReading } from '@archive/contracts';
import { formatCount, Select } from '@archive/ui';

const ENCODINGS: Record<NonNullable<TableReading['encoding']>, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows)',
  macintosh: 'Western European (Mac)',
  'windows-1250': 'Central European (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
};
const ORDERS: Record<NonNullable<TableReading['date_order']>, string> = {
  month_first: 'Month first: 5/6/1971 is May 6',
  day_first: 'Day first: 5/6/1971 is June 5',
};
const SEPARATORS: Record<NonNullable<TableReading['separator']>, string> = {
  ';': 'Semicolon ;',
  '|': 'Vertical bar |',
  ',': 'Comma ,',
  '/': 'Slash /',
};

const optionsOf = (labels: Record<string, string>, found: string | null) => [
  { value: '', label: found === null ? 'Automatic' : `Automatic: ${labels[found] ?? found}` },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

type Labels = Record<string, string>;

interface ReadingOptionsProps {
  report: IngestReport;
  reading: TableReading;
  disabled: boolean;
  onChange: (reading: TableReading) => void;
}

/** How the cells of a table are read: its sheet, the order of its dates, its separators, and the encoding of its file. */
export function ReadingOptions({ report, reading, disabled, onChange }: ReadingOptionsProps) {
  const found = report.found_reading;
  const set = (name: keyof TableReading) => (value: string) =>
    onChange({ ...reading, [name]: value === '' ? null : value });
  const sheets = (found?.sheets ?? []).map(({ name, rows }) => [name, `${name} (${formatCount(rows, 'row')})`]);
  const fields = [
    ...(sheets.length > 1
      ? [{ name: 'sheet' as const, label: 'Sheet of the workbook', labels: Object.fromEntries(sheets) as Labels }]
      : []),
    { name: 'date_order' as const, label: 'Dates in digits', labels: ORDERS },
    { name: 'separator' as const, label: 'Between the values of a cell', labels: SEPARATORS },
    ...(found?.encoding ? [{ name: 'encoding' as const, label: 'Encoding of the file', labels: ENCODINGS }] : []),
  ];
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-3 font-medium">How cells are read</legend>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map(({ name, label, labels }) => (
          <Select
            key={name}
            label={label}
            help={name === 'encoding' ? 'Change it if letters with accents look wrong.' : undefined}
            options={optionsOf(labels, found?.[name] ?? null)}
            value={reading[name] ?? ''}
            onChange={({ target }) => set(name)(target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
