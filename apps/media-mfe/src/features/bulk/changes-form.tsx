import { APPROXIMATE_DATE_HELP, DateField } from '@archive/editing';
import { Select, TextArea, TextField } from '@archive/ui';
import { FIELD_LABELS } from '../metadata/media-draft.ts';
import { RIGHTS } from '@archive/contracts/rights';
import { MEDIA_TYPE_OPTIONS } from '../file-kinds.ts';
import {
  FIELDS,
  hasValue,
  MODES,
  problemOf,
  type ChangesDraft,
  type Field,
  type FieldDraft,
  type Mode,
} from './changes-draft.ts';

const MODE_LABELS: Record<Mode, string> = {
  keep: 'Keep',
  set: 'Replace',
  append: 'Append',
  clear: 'Clear',
  embedded: 'From file, if blank',
  embedded_replace: 'From file',
};

/** Label of a mode. For tags, "embedded" adds the file's tags to the record's tags. */
const modeLabel = (name: Field, mode: Mode) =>
  name === 'tags' && mode === 'embedded' ? 'Add from file' : MODE_LABELS[mode];

interface ChangesFormProps {
  draft: ChangesDraft;
  showErrors: boolean;
  onChange: (name: Field, changes: Partial<FieldDraft>) => void;
}

/** One row per field: the change, and the new value where one is needed. */
export function ChangesForm({ draft, showErrors, onChange }: ChangesFormProps) {
  return FIELDS.map((name) => (
    <div
      key={name}
      className="grid items-start gap-2 border-b border-rule pb-3 last:border-b-0 sm:grid-cols-[11rem_1fr] sm:gap-4"
    >
      <Select
        label={FIELD_LABELS[name]}
        value={draft[name].mode}
        options={(['keep', ...MODES[name]] as const).map((mode) => ({ value: mode, label: modeLabel(name, mode) }))}
        onChange={({ target }) => onChange(name, { mode: target.value as Mode })}
      />
      {hasValue(draft[name].mode) && (
        <ValueField
          name={name}
          value={draft[name].value}
          error={showErrors ? problemOf(name, draft[name]) : undefined}
          onChange={(value) => onChange(name, { value })}
        />
      )}
    </div>
  ));
}

const MULTILINE = new Set<Field>(['description_markdown', 'alt_text', 'rights_note', 'provenance']);

interface ValueProps {
  name: Field;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ValueField({ name, value, error, onChange }: ValueProps) {
  const props = {
    label: `${FIELD_LABELS[name]}: new value`,
    value,
    error,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (name === 'media_type') return <Select {...props} options={MEDIA_TYPE_OPTIONS} />;
  if (name === 'rights')
    return <Select {...props} options={[{ value: '', label: 'Choose a rights statement' }, ...RIGHTS]} />;
  if (name === 'date') return <DateField approximate {...props} help={APPROXIMATE_DATE_HELP} />;
  if (MULTILINE.has(name)) return <TextArea {...props} rows={2} />;
  return (
    <TextField {...props} autoComplete="off" {...(name === 'tags' ? { help: 'Separate tags with commas' } : {})} />
  );
}
