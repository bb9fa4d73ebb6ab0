import { ApiError, type WithEtag, mergePeopleMutation, messageOf } from '@archive/api-client';
import type { Person, PersonField } from '@archive/contracts';
import {
  type DifferingField,
  MERGED_FIELDS,
  type MergeChoices,
  type MergeRecord,
  type MergeSide,
  differingFields,
  isFilled,
  mergeRecords,
} from '@archive/contracts/merge';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useEditMode } from '@archive/shell-api';
import {
  Avatar,
  Button,
  DefinitionList,
  LinkButton,
  Notice,
  formatCount,
  formatList,
  pluralize,
  toast,
} from '@archive/ui';
import { type ReactNode, useRef, useState } from 'react';
import { deathProblem } from '../forms/life-fields.tsx';
import { FIELD_LABELS } from '../person-editing/person-draft.ts';
import { roleOfPerson } from '../person-texts.ts';
import { NotDuplicateButton, useUndoMerge } from './not-duplicate.tsx';
import { RecordSummary } from './record-summary.tsx';

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;
const labelOf = (field: PersonField) => MERGE_LABELS[field];

type Pair = [WithEtag<Person>, WithEtag<Person>];

/** A president's record always survives; otherwise the record with more voyages is preselected. */
function defaultSurvivor([first, second]: Pair): 0 | 1 {
  if (first.value.is_president !== second.value.is_president) return first.value.is_president ? 0 : 1;
  return first.value.voyage_count >= second.value.voyage_count ? 0 : 1;
}

/** Two records of one person: which survives, the value of each field that differs, and the record that results. */
export function Comparison({ pair, onReload }: { pair: Pair; onReload: () => void }) {
  const { editing } = useEditMode();
  const navigate = useNavigate();
  const { undo } = useUndoMerge();
  const merge = useMutation(mergePeopleMutation(useQueryClient()));
  const [survivorAt, setSurvivorAt] = useState(() => defaultSurvivor(pair));
  const [choices, setChoices] = useState<Choices>({});
  /** Whether Merge was pressed while choices were missing. */
  const [stopped, setStopped] = useState(false);
  const fields = useRef<HTMLElement>(null);
  const survivor = pair[survivorAt];
  const merged = pair[otherOf(survivorAt)];
  const [record, other] = [recordOf(survivor.value), recordOf(merged.value)];
  const differing = differingFields(record, other);
  const sides = sidesOf(choices, survivorAt);
  const { values, open } = mergeRecords(record, other, sides);
  const openFields = open.map(({ field }) => field);
  const years = [values.birth_year, values.death_year].map((year) => (year === null ? '' : String(year)));
  const yearsProblem = openFields.length === 0 ? deathProblem(years[0] ?? '', years[1] ?? '') : undefined;
  const same = MERGED_FIELDS.filter(
    (field) => isFilled(values[field]) && !differing.some((difference) => difference.field === field),
  );

  const voyagesOf = (person: Person) => new Set(person.voyages.map(({ voyage_slug }) => voyage_slug));
  const shared = new Set([...voyagesOf(survivor.value)].filter((slug) => voyagesOf(merged.value).has(slug)));
  const arePresidents = pair.every(({ value }) => value.is_president);

  const save = () => {
    const firstOpenField = openFields[0] ?? (yearsProblem && 'death_year');
    if (firstOpenField) {
      setStopped(true);
      fields.current?.querySelector<HTMLInputElement>(`input[name="${firstOpenField}"]`)?.focus();
      return;
    }
    const { person_slug: slug } = survivor.value;
    merge.mutate(
      {
        slug,
        from: merged.value.person_slug,
        from_etag: merged.etag,
        choices: choicesFor(differing, sides),
        ifMatch: survivor.etag,
      },
      {
        onSuccess: ({ merge: number }) => {
          toast.success(`${merged.value.full_name} merged into ${values.full_name}`, {
            duration: 30_000,
            action: { label: 'Undo', onClick: () => void undo(slug, number, merged.value.full_name) },
          });
          void navigate(`/people/${slug}`);
        },
      },
    );
  };
  const blocked =
    openFields.length > 0
      ? `Choose a value for ${formatList(openFields.map(labelOf))} before you merge.`
      : yearsProblem;
  const status = () => {
    if (arePresidents) return 'Two presidents or owners can’t be merged.';
    return editing ? blocked : 'Turn on Edit Mode to merge records.';
  };
  const displayValue = (field: PersonField, value: unknown): ReactNode => {
    if (field !== 'portrait' || !isFilled(value)) return valueText(field, value);
    const owner = pair.find((person) => person.value.portrait === value)?.value;
    return (
      <span className="flex items-center gap-3">
        <Avatar name={owner?.full_name ?? ''} src={owner?.portrait_url} />
        {owner?.portrait_alt ?? valueText(field, value)}
      </span>
    );
  };
  const errorOf = (field: PersonField) => {
    if (stopped && openFields.includes(field)) return 'Choose one.';
    return field === 'death_year' ? yearsProblem : undefined;
  };

  return (
    <div className="space-y-8">
      <div className="grid gap-4 sm:grid-cols-2">
        {([0, 1] as const).map((side) => (
          <RecordSummary
            key={side}
            person={pair[side].value}
            shared={shared}
            survives={survivorAt === side}
            onKeep={pair[otherOf(side)].value.is_president ? undefined : () => setSurvivorAt(side)}
          />
        ))}
      </div>
      {shared.size > 0 && (
        <Notice title={`Both are listed on ${formatCount(shared.size, 'voyage')}`}>
          On {pluralize(shared.size, 'that voyage', 'those voyages')}, the two will become one passenger, in the higher
          of the two positions. Roles, ranks, honorifics, and notes from both records will be kept.
        </Notice>
      )}
      <section ref={fields} aria-label="Fields">
        {differing.length === 0 ? (
          <p className="text-faded">These records have the same details.</p>
        ) : (
          <div className="border-t border-rule">
            {differing.map(({ field, options, preselected }) => {
              const preset = preselected && choiceOf(preselected, survivorAt);
              return (
                <FieldChoice
                  key={field}
                  name={field}
                  label={labelOf(field)}
                  options={options
                    .map(({ side, value }) => ({
                      choice: choiceOf(side, survivorAt),
                      value: displayValue(field, value),
                      note: noteOf(field, side === 'survivor' ? survivor.value : merged.value, value),
                    }))
                    .toSorted((a, b) => ORDER.indexOf(a.choice) - ORDER.indexOf(b.choice))}
                  selected={choices[field] ?? preset}
                  error={errorOf(field)}
                  onChoose={(choice) => setChoices({ ...choices, [field]: choice })}
                />
              );
            })}
          </div>
        )}
        <p className="mt-3 text-13 text-faded">
          {same.length > 0 ? `The same in both: ${same.map(labelOf).join(', ')}.` : 'No fields are the same.'}
        </p>
      </section>
      <section aria-labelledby="merge-result">
        <h2 id="merge-result" className="mb-3 text-21">
          Record after the merge
        </h2>
        <DefinitionList
          items={MERGED_FIELDS.filter((field) => openFields.includes(field) || isFilled(values[field])).map(
            (field) => ({
              term: labelOf(field),
              detail: openFields.includes(field) ? (
                <em className="text-faded">Not chosen yet</em>
              ) : (
                <span className="wrap-anywhere whitespace-pre-line">{displayValue(field, values[field])}</span>
              ),
            }),
          )}
        />
      </section>
      {merge.error && (
        <Notice
          tone="error"
          announce
          action={
            isConflict(merge.error) && (
              <Button
                size="small"
                onClick={() => {
                  merge.reset();
                  onReload();
                }}
              >
                Load the newer version
              </Button>
            )
          }
        >
          Couldn’t merge the records: {messageOf(merge.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-rule pt-5">
        <output id={STATUS} className="mr-auto text-faded">
          {status()}
        </output>
        <LinkButton href="/people/duplicates">Cancel</LinkButton>
        {editing && (
          <NotDuplicateButton
            size="medium"
            first={pair[0].value}
            second={pair[1].value}
            onDone={() => void navigate('/people/duplicates')}
          />
        )}
        {editing && !arePresidents && (
          <Button
            variant="primary"
            busy={merge.isPending}
            busyText="Merging..."
            aria-describedby={STATUS}
            onClick={save}
          >
            Merge into {survivor.value.full_name}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Left, right, both. */
const ORDER: Choice[] = [0, 1, 'both'];
const STATUS = 'merge-status';

/** The side of each field that differs: the chosen one, or the default. */
const choicesFor = (differing: readonly DifferingField[], sides: MergeChoices): MergeChoices =>
  Object.fromEntries(differing.map(({ field, preselected }) => [field, sides[field] ?? preselected]));

/** Shows the source of a role that is not the person's general role. */
const noteOf = (field: PersonField, { role_title }: Person, value: unknown): string | undefined =>
  field === 'role_title' && role_title === null && isFilled(value) ? 'From the latest voyage' : undefined;

interface ChoiceOption {
  choice: Choice;
  value: ReactNode;
  /** Where the value comes from. */
  note?: string | undefined;
}

interface FieldChoiceProps {
  name: string;
  label: string;
  options: ChoiceOption[];
  /** Undefined until one is selected. */
  selected: Choice | undefined;
  error: string | undefined;
  onChoose: (choice: Choice) => void;
}

/** Chooses the value of one field that differs. */
function FieldChoice({ name, label, options, selected, error, onChoose }: FieldChoiceProps) {
  const errorId = `${name}-error`;
  return (
    <fieldset aria-describedby={error && errorId} className="min-w-0 border-b border-rule py-4">
      <legend className="float-left mb-2 w-full text-13 font-medium text-faded">{label}</legend>
      <div className="clear-both grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {options.map(({ choice, value, note }) => (
          <label
            key={choice}
            className={`flex min-w-0 items-start gap-3 rounded border bg-leaf px-4 py-3 has-checked:border-navy has-focus-visible:outline-2 has-focus-visible:outline-brass ${error ? 'border-signal' : 'border-rule'} ${choice === 'both' ? 'sm:col-span-2' : ''}`}
          >
            <input
              type="radio"
              name={name}
              checked={selected === choice}
              onChange={() => onChoose(choice)}
              className="mt-1 size-4 shrink-0 accent-navy"
            />
            <span className="min-w-0 wrap-anywhere whitespace-pre-line">
              {choice === 'both' && <span className="text-faded">Both: </span>}
              {value || <em className="text-faded">blank</em>}
              {note && <span className="block text-13 text-faded">{note}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-2 text-13 text-signal">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The record on the left, the one on the right, or both combined. */
type Choice = 0 | 1 | 'both';
type Choices = { [F in PersonField]?: Choice };

const MERGE_LABELS: Record<PersonField, string> = { ...FIELD_LABELS, portrait: 'Portrait' };

/** A person in the format that a merge compares. */
const recordOf = (person: Person): MergeRecord => ({ values: person, listed_role: roleOfPerson(person) });

const choiceOf = (side: MergeSide, survivorAt: 0 | 1): Choice => {
  if (side === 'both') return 'both';
  return side === 'survivor' ? survivorAt : otherOf(survivorAt);
};

const otherOf = (side: 0 | 1): 0 | 1 => (side === 0 ? 1 : 0);

/** Converts choices by column (left, right) to choices by side (survivor, merged). */
const sidesOf = (choices: Choices, survivorAt: 0 | 1): MergeChoices =>
  Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => {
      if (choice === 'both') return [field, 'both'];
      return [field, choice === survivorAt ? 'survivor' : 'merged'];
    }),
  );

/** A value as text; empty for none. */
function valueText(field: PersonField, value: unknown): string {
  if (Array.isArray(value)) return value.join(field === 'tags' ? ', ' : '; ');
  return value === null || value === undefined ? '' : String(value as string | number);
}
