import {
  ApiError,
  isNotFound,
  mergePeopleMutation,
  messageOf,
  personToEditQuery,
  type Tagged,
} from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useMutation, useQueries, useQueryClient } from '@archive/query';
import { useNavigate, useParams } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Button,
  EmptyState,
  formatCount,
  FailedState,
  LinkButton,
  Loading,
  Notice,
  PageHeader,
  SkeletonList,
  TextLink,
  toast,
} from '@archive/ui';
import { useState } from 'react';
import { draftOf, FIELD_LABELS, personBody } from '../person-editing/person-draft.ts';
import { differingFields, defaultChoices, combinedDraft, type Choices } from './choices.ts';
import { FieldChoice } from './field-choice.tsx';
import { NotDuplicateButton } from './not-duplicate-button.tsx';
import { RecordSummary } from './record-summary.tsx';
import { useUndoMerge } from './use-undo-merge.ts';

/** /people/duplicates/{one}/{other}: compares two records and merges them. */
export function ComparePage() {
  const { one = '', other = '' } = useParams();
  usePageTitle('Same person?');
  const results = useQueries({ queries: [personToEditQuery(one), personToEditQuery(other)] });
  const error = results.find((result) => result.error)?.error;
  const [first, second] = results.map(({ data }) => data);
  const alreadyMerged = first && second && first.value.person_slug === second.value.person_slug;
  const reload = () => void Promise.all(results.map((result) => result.refetch()));
  const content = () => {
    if (isNotFound(error) || alreadyMerged)
      return (
        <EmptyState
          title={alreadyMerged ? 'These records are already merged' : 'Person not found'}
          action={<LinkButton href="/people/duplicates">Back to possible duplicates</LinkButton>}
        />
      );
    if (error)
      return (
        <FailedState title="Couldn’t load the records" action={<Button onClick={reload}>Retry</Button>}>
          {messageOf(error)}
        </FailedState>
      );
    if (!first || !second)
      return (
        <Loading label="Loading records...">
          <SkeletonList />
        </Loading>
      );
    return <Comparison key={`${one} ${other}`} pair={[first, second]} onReload={reload} />;
  };
  return (
    <div className="space-y-8">
      <p className="text-15">
        <TextLink href="/people/duplicates">Possible duplicates</TextLink>
      </p>
      <PageHeader
        title="Same person?"
        lede="Choose the record to keep and the right value for each field. Voyages, roles, and notes from both records are kept."
      />
      {content()}
    </div>
  );
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 412;

type Pair = [Tagged<Person>, Tagged<Person>];

/** A president's record always survives; otherwise the record with more voyages is preselected. */
function defaultSurvivor([one, other]: Pair): 0 | 1 {
  if (one.value.is_president !== other.value.is_president) return one.value.is_president ? 0 : 1;
  return one.value.voyage_count >= other.value.voyage_count ? 0 : 1;
}

function Comparison({ pair, onReload }: { pair: Pair; onReload: () => void }) {
  const { editing } = useEditMode();
  const navigate = useNavigate();
  const { undo } = useUndoMerge();
  const merge = useMutation(mergePeopleMutation(useQueryClient()));
  const [survivorAt, setSurvivorAt] = useState(() => defaultSurvivor(pair));
  const survivor = pair[survivorAt];
  const merged = pair[survivorAt === 0 ? 1 : 0];
  const [survivorDraft, mergedDraft] = [draftOf(survivor.value), draftOf(merged.value)];
  const [choices, setChoices] = useState<Choices>(() => defaultChoices(survivorDraft, mergedDraft));
  const differing = differingFields(survivorDraft, mergedDraft);

  const keep = (at: 0 | 1) => {
    if (at === survivorAt) return;
    setSurvivorAt(at);
    setChoices(defaultChoices(draftOf(pair[at].value), draftOf(pair[at === 0 ? 1 : 0].value)));
  };

  const voyagesOf = (person: Person) => new Set(person.voyages.map(({ voyage_slug }) => voyage_slug));
  const shared = new Set([...voyagesOf(survivor.value)].filter((slug) => voyagesOf(merged.value).has(slug)));
  const presidents = pair.every(({ value }) => value.is_president);

  const save = () => {
    const { person_slug: slug } = survivor.value;
    const record = personBody(combinedDraft(choices, survivorDraft, mergedDraft), slug);
    merge.mutate(
      { slug, from: merged.value.person_slug, record, ifMatch: survivor.etag },
      {
        onSuccess: ({ merge: number }) => {
          toast.success(`${merged.value.full_name} merged into ${record.full_name}`, {
            duration: 30_000,
            action: { label: 'Undo', onClick: () => void undo(slug, number, merged.value.full_name) },
          });
          void navigate(`/people/${slug}`);
        },
      },
    );
  };

  return (
    <div className="space-y-8">
      <div className="grid gap-4 sm:grid-cols-2">
        {([0, 1] as const).map((at) => (
          <RecordSummary
            key={at}
            person={pair[at].value}
            shared={shared}
            survives={survivorAt === at}
            onKeep={pair[at === 0 ? 1 : 0].value.is_president ? undefined : () => keep(at)}
          />
        ))}
      </div>
      {shared.size > 0 && (
        <Notice title={`Both are listed on ${formatCount(shared.size, 'voyage')}`}>
          They become one passenger there, at the earlier position in the list. Roles, forms of address, and notes from
          both records are kept.
        </Notice>
      )}
      <section aria-label="Fields">
        {differing.length === 0 ? (
          <p className="text-faded">These records have the same details.</p>
        ) : (
          <div className="border-t border-rule">
            {differing.map((field) => (
              <FieldChoice
                key={field}
                field={field}
                survivor={survivorDraft}
                merged={mergedDraft}
                side={choices[field]}
                survivorFirst={survivorAt === 0}
                onChoose={(side) => setChoices({ ...choices, [field]: side })}
              />
            ))}
          </div>
        )}
        <p className="mt-3 text-13 text-faded">
          {`Same in both: ${
            (Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[])
              .filter((field) => !differing.includes(field) && survivorDraft[field] !== '')
              .map((field) => FIELD_LABELS[field])
              .join(', ') || 'none'
          }.`}
        </p>
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
        {presidents && <p className="mr-auto text-faded">Two presidents or owners can’t be merged.</p>}
        {!editing && <p className="mr-auto text-faded">Turn on Edit Mode to merge records.</p>}
        <LinkButton href="/people/duplicates">Cancel</LinkButton>
        {editing && (
          <NotDuplicateButton
            size="medium"
            one={pair[0].value}
            other={pair[1].value}
            onDone={() => void navigate('/people/duplicates')}
          />
        )}
        {editing && !presidents && (
          <Button variant="primary" busy={merge.isPending} busyText="Merging..." onClick={save}>
            Merge into {survivor.value.full_name}
          </Button>
        )}
      </div>
    </div>
  );
}
