import {
  ApiError,
  type MediaChangePlan,
  type MediaChangesBody,
  bulkUpdateMutation,
  messageOf,
  planMediaChanges,
} from '@archive/api-client';
import type { MediaChange } from '@archive/contracts';
import { RIGHTS } from '@archive/contracts/rights';
import {
  APPROXIMATE_DATE_HELP,
  DateField,
  FormDialog,
  LeaveConfirmation,
  dateProblem,
  dateValue,
} from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Notice, Select, TextArea, TextField, formatCount, formatNumber, pluralize, toast } from '@archive/ui';
import { useRef, useState } from 'react';
import { FIELD_LABELS, type MediaDraft, formatValue } from '../metadata/media-draft.ts';
import { quotedNames } from '../texts.tsx';
import { MEDIA_TYPE_OPTIONS } from '../stored-file.ts';
import { useUndo } from '../use-undo.ts';
import { type SelectedFile, slugsOf } from './selected-files.tsx';

interface BulkEditProps {
  files: SelectedFile[];
  onClose: () => void;
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Edits the metadata of many files: choose changes, preview them, apply them all at once. */
export function BulkEdit({ files: initialFiles, onClose }: BulkEditProps) {
  const [files] = useState(initialFiles);
  const [slugs] = useState(() => slugsOf(files));
  const [draft, setDraft] = useState(NO_CHANGES);
  const [showErrors, setShowErrors] = useState(false);
  const [plan, setPlan] = useState<MediaChangePlan>();
  const [conflicting, setConflicting] = useState<string[]>([]);
  const hasSaved = useRef(false);
  const previewMutation = useMutation({
    mutationFn: () => planMediaChanges(slugs, changesBody(draft)),
    onSuccess: setPlan,
  });
  const apply = useMutation(bulkUpdateMutation(useQueryClient()));
  const undo = useUndo();
  const fields = changedFields(draft);
  const isValid = fields.every((name) => problemOf(name, draft[name]) === undefined);

  /** After a conflict, previews again and names the files that someone else changed. */
  const refreshPlan = async (previousPlan: MediaChangePlan) => {
    const latest = await previewMutation.mutateAsync();
    const previousVersions = new Map(previousPlan.changed.map(({ media_slug, version }) => [media_slug, version]));
    const changedByOthers = latest.changed.filter(
      ({ media_slug, version }) => previousVersions.get(media_slug) !== version,
    );
    const noLongerChanging = previousPlan.changed.filter(
      ({ media_slug: slug }) => !latest.changed.some((item) => item.media_slug === slug),
    );
    setConflicting([...changedByOthers, ...noLongerChanging].map(({ title }) => title));
  };

  const save = async (currentPlan: MediaChangePlan) => {
    try {
      const { changed } = await apply.mutateAsync({ plan: currentPlan, changes: changesBody(draft) });
      hasSaved.current = true;
      const revisions = changed.flatMap(({ media_slug, revision }) =>
        revision === null ? [] : [{ media_slug, revision }],
      );
      toast.success(`${formatCount(changed.length, 'file')} updated successfully!`, {
        ...(revisions.length > 0 && { action: undo(revisions) }),
      });
      onClose();
    } catch (error) {
      if (isConflict(error)) await refreshPlan(currentPlan).catch(() => undefined);
    }
  };

  const next = () => {
    setShowErrors(true);
    setConflicting([]);
    if (isValid) previewMutation.mutate();
  };
  const returnToFields = () => {
    setPlan(undefined);
    apply.reset();
  };
  const error = previewMutation.error ?? (isConflict(apply.error) ? null : apply.error);
  const busy = previewMutation.isPending || apply.isPending;
  return (
    <FormDialog
      title={`Edit Metadata: ${formatCount(files.length, 'file')}`}
      description={plan ? 'Planned changes' : 'Fields set to Keep stay unchanged on each file.'}
      saveText={plan ? `Apply to ${formatCount(plan.changed.length, 'file')}` : 'Preview changes'}
      busyText={plan ? 'Saving...' : 'Loading preview...'}
      busy={busy}
      dirty={fields.length > 0}
      canSave={plan ? plan.changed.length > 0 : fields.length > 0 && slugs.length > 0}
      failure={error ? `Update failed: ${messageOf(error)}` : undefined}
      onInvalid={() => setShowErrors(true)}
      onSave={() => (plan ? void save(plan) : next())}
      onClose={onClose}
    >
      {slugs.length === 0 && (
        <Notice tone="warning">Media not found in database. Upload it first to edit metadata.</Notice>
      )}
      {conflicting.length > 0 && (
        <Notice tone="warning" announce title="Someone else changed some of these files">
          Nothing was saved. Below is the updated preview. Changed while you were editing: {quotedNames(conflicting)}.
        </Notice>
      )}
      {plan ? (
        <>
          <Button size="small" className="self-start" onClick={returnToFields}>
            Back to fields
          </Button>
          <ChangesPreview plan={plan} withoutRecord={files.length - slugs.length} />
        </>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-faded">
            Files can contain a date, a creator, keywords, and more.
            <Button size="small" onClick={() => setDraft(withEmbedded)}>
              Fill blank fields from files
            </Button>
          </p>
          <ChangesForm
            draft={draft}
            showErrors={showErrors}
            onChange={(name, changes) =>
              setDraft((current) => ({ ...current, [name]: { ...current[name], ...changes } }))
            }
          />
        </>
      )}
      <LeaveConfirmation unsaved={() => fields.length > 0 && !hasSaved.current} />
    </FormDialog>
  );
}

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
function ChangesForm({ draft, showErrors, onChange }: ChangesFormProps) {
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

const PAGE_SIZE = 50;

/** The planned changes, file by file. */
function ChangesPreview({ plan, withoutRecord }: { plan: MediaChangePlan; withoutRecord: number }) {
  const [shownCount, setShown] = useState(PAGE_SIZE);
  const { changed, unchanged, missing } = plan;
  const unknown = missing.length + withoutRecord;
  return (
    <div className="space-y-3">
      <p className="text-faded">
        {[
          changed.length === 0 ? 'No files will change.' : `${formatCount(changed.length, 'file')} will change.`,
          unchanged > 0 && `${formatCount(unchanged, 'file')} ${pluralize(unchanged, 'is', 'are')} already up to date.`,
          unknown > 0 &&
            `${formatCount(unknown, 'file')} ${pluralize(unknown, 'isn’t', 'aren’t')} in the database and won’t be changed.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <ul aria-label="Files that will change" className="divide-y divide-rule border-y border-rule">
        {changed.slice(0, shownCount).map((change) => (
          <Row key={change.media_slug} change={change} />
        ))}
      </ul>
      {changed.length > shownCount && (
        <Button size="small" onClick={() => setShown(shownCount + 10 * PAGE_SIZE)}>
          Show more ({formatNumber(changed.length)} in total)
        </Button>
      )}
    </div>
  );
}

function Row({ change: { title, changes } }: { change: MediaChange }) {
  return (
    <li className="py-2.5">
      <span className="block font-medium wrap-anywhere">{title}</span>
      <dl className="mt-1 space-y-1">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
            <dt className="text-13 leading-6 text-faded">{FIELD_LABELS[field as keyof MediaDraft]}</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere">
              {before && <del className="text-faded">{formatValue(field, before)}</del>}{' '}
              {after ? <ins className="no-underline">{formatValue(field, after)}</ins> : <em>blank</em>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

/** `embedded` uses the metadata in the file if the field is blank; `embedded_replace` uses it always. */
type Mode = 'keep' | 'set' | 'append' | 'clear' | 'embedded' | 'embedded_replace';

/** What happens to a field, and the new value for `set` and `append`. */
interface FieldDraft {
  mode: Mode;
  value: string;
}

/** Fields of a bulk edit. The original file name is excluded, because it differs for each file. */
type Field = Exclude<keyof MediaDraft, 'original_filename'>;
type ChangesDraft = Record<Field, FieldDraft>;

const EMBEDDED = ['embedded', 'embedded_replace'] as const;

/** Changes that each field allows. Title and type are never cleared, and a title is never blank. */
const MODES: Record<Field, readonly Mode[]> = {
  title: ['set', 'append', 'embedded_replace'],
  media_type: ['set'],
  date: ['set', 'clear', ...EMBEDDED],
  credit: ['set', 'append', 'clear', ...EMBEDDED],
  description_markdown: ['set', 'append', 'clear', ...EMBEDDED],
  tags: ['set', 'append', 'clear', 'embedded'],
  alt_text: ['set', 'append', 'clear', ...EMBEDDED],
  rights: ['set', 'clear', ...EMBEDDED],
  rights_note: ['set', 'append', 'clear', ...EMBEDDED],
  creator: ['set', 'append', 'clear', ...EMBEDDED],
  place: ['set', 'append', 'clear', ...EMBEDDED],
  identifier: ['set', 'append', 'clear', ...EMBEDDED],
  provenance: ['set', 'append', 'clear'],
};

const FIELDS = Object.keys(MODES) as Field[];

const keepDraft = (value = ''): FieldDraft => ({ mode: 'keep', value });

const NO_CHANGES: ChangesDraft = {
  title: keepDraft(),
  media_type: keepDraft('image'),
  date: keepDraft(),
  credit: keepDraft(),
  description_markdown: keepDraft(),
  tags: keepDraft(),
  alt_text: keepDraft(),
  rights: keepDraft(),
  rights_note: keepDraft(),
  creator: keepDraft(),
  place: keepDraft(),
  identifier: keepDraft(),
  provenance: keepDraft(),
};

const changedFields = (draft: ChangesDraft): Field[] => FIELDS.filter((name) => draft[name].mode !== 'keep');

const isBlank = (value: string) => value.split(',').every((part) => part.trim() === '');

/** Sets `embedded` for every field without another change, to fill blank fields from the files' metadata. */
const withEmbedded = (draft: ChangesDraft): ChangesDraft =>
  Object.fromEntries(
    FIELDS.map((name) => {
      const isFilled = draft[name].mode === 'keep' && MODES[name].includes('embedded');
      return [name, isFilled ? { ...draft[name], mode: 'embedded' } : draft[name]];
    }),
  ) as ChangesDraft;

/** Whether a mode has a new value. */
const hasValue = (mode: Mode): mode is 'set' | 'append' => mode === 'set' || mode === 'append';

/** Why the new value of a field is invalid. */
function problemOf(name: Field, { mode, value }: FieldDraft): string | undefined {
  if (!hasValue(mode)) return undefined;
  if (isBlank(value)) return 'Enter a value.';
  return name === 'date' ? dateProblem(value, { approximate: true }) : undefined;
}

/** The request body: only the fields that change. */
function changesBody(draft: ChangesDraft): MediaChangesBody {
  const changes = changedFields(draft).map((name) => {
    const { mode, value } = draft[name];
    if (hasValue(mode)) return [name, { mode, value: name === 'date' ? dateValue(value) : value.trim() }];
    return [name, mode === 'clear' ? { mode } : { mode: 'embedded', replace: mode === 'embedded_replace' }];
  });
  return Object.fromEntries(changes) as MediaChangesBody;
}
