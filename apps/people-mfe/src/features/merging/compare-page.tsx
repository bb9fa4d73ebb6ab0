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
import { differences, firstChoices, mergedDraft, type Choices } from './choices.ts';
import { FieldChoice } from './field-choice.tsx';
import { NotTheSame } from './not-the-same.tsx';
import { RecordHead } from './record-head.tsx';
import { useUndoMerge } from './use-undo-merge.ts';

/** /people/duplicates/{one}/{other}: two records side by side, to be made one. */
export function ComparePage() {
  const { one = '', other = '' } = useParams();
  usePageTitle('Same person?');
  const results = useQueries({ queries: [personToEditQuery(one), personToEditQuery(other)] });
  const error = results.find((result) => result.error)?.error;
  const [first, second] = results.map(({ data }) => data);
  const merged = first && second && first.value.person_slug === second.value.person_slug;
  const reload = () => void Promise.all(results.map((result) => result.refetch()));
  const content = () => {
    if (isNotFound(error) || merged)
      return (
        <EmptyState
          title={merged ? 'These are one record already' : 'Person not found'}
          action={<LinkButton href="/people/duplicates">Back to the look-alikes</LinkButton>}
        />
      );
    if (error)
      return (
        <FailedState title="The records cannot be compared now" action={<Button onClick={reload}>Try again</Button>}>
          {messageOf(error)}
        </FailedState>
      );
    if (!first || !second)
      return (
        <Loading label="Loading both records...">
          <SkeletonList />
        </Loading>
      );
    return <Comparison key={`${one} ${other}`} pair={[first, second]} onReload={reload} />;
  };
  return (
    <div className="space-y-8">
      <p className="text-15">
        <TextLink href="/people/duplicates">Look-alikes</TextLink>
      </p>
      <PageHeader
        title="Same person?"
        lede="Choose the record that stays, and for each field what is right. Every voyage, role, note and place of both is kept."
      />
      {content()}
    </div>
  );
}

const isChanged = (error: unknown) => error instanceof ApiError && error.status === 412;

type Pair = [Tagged<Person>, Tagged<Person>];

/** A president's record cannot go; else the one with more voyages stays at first. */
function firstToStay([one, other]: Pair): 0 | 1 {
  if (one.value.is_president !== other.value.is_president) return one.value.is_president ? 0 : 1;
  return one.value.voyage_count >= other.value.voyage_count ? 0 : 1;
}

function Comparison({ pair, onReload }: { pair: Pair; onReload: () => void }) {
  const { editing } = useEditMode();
  const navigate = useNavigate();
  const { undo } = useUndoMerge();
  const merge = useMutation(mergePeopleMutation(useQueryClient()));
  const [stays, setStays] = useState(() => firstToStay(pair));
  const kept = pair[stays];
  const gone = pair[stays === 0 ? 1 : 0];
  const [keptDraft, goneDraft] = [draftOf(kept.value), draftOf(gone.value)];
  const [choices, setChoices] = useState<Choices>(() => firstChoices(keptDraft, goneDraft));
  const differing = differences(keptDraft, goneDraft);

  const stay = (at: 0 | 1) => {
    if (at === stays) return;
    setStays(at);
    setChoices(firstChoices(draftOf(pair[at].value), draftOf(pair[at === 0 ? 1 : 0].value)));
  };

  const sailed = (person: Person) => new Set(person.voyages.map(({ voyage_slug }) => voyage_slug));
  const both = [...sailed(kept.value)].filter((slug) => sailed(gone.value).has(slug));
  const shared = new Set(both);
  const presidents = pair.every(({ value }) => value.is_president);

  const save = () => {
    const { person_slug: slug } = kept.value;
    const record = personBody(mergedDraft(choices, keptDraft, goneDraft), slug);
    merge.mutate(
      { slug, from: gone.value.person_slug, record, ifMatch: kept.etag },
      {
        onSuccess: ({ merge: number }) => {
          toast.success(`${gone.value.full_name} merged into ${record.full_name}`, {
            duration: 30_000,
            action: { label: 'Undo', onClick: () => void undo(slug, number, gone.value.full_name) },
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
          <RecordHead
            key={at}
            person={pair[at].value}
            shared={shared}
            stays={stays === at}
            onStay={pair[at === 0 ? 1 : 0].value.is_president ? undefined : () => stay(at)}
          />
        ))}
      </div>
      {both.length > 0 && (
        <Notice title={both.length === 1 ? 'Both were aboard one voyage' : `Both were aboard ${both.length} voyages`}>
          There they become one: roles, forms of address and notes of both are kept, at the place of whoever stands
          first.
        </Notice>
      )}
      <section aria-label="Fields">
        {differing.length === 0 ? (
          <p className="text-faded">Both records say the same.</p>
        ) : (
          <div className="border-t border-rule">
            {differing.map((field) => (
              <FieldChoice
                key={field}
                field={field}
                kept={keptDraft}
                gone={goneDraft}
                side={choices[field]}
                keptFirst={stays === 0}
                onChoose={(side) => setChoices({ ...choices, [field]: side })}
              />
            ))}
          </div>
        )}
        <p className="mt-3 text-13 text-faded">
          {`The same in both: ${
            (Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[])
              .filter((field) => !differing.includes(field) && keptDraft[field] !== '')
              .map((field) => FIELD_LABELS[field])
              .join(', ') || 'nothing'
          }.`}
        </p>
      </section>
      {merge.error && (
        <Notice
          tone="error"
          announce
          action={
            isChanged(merge.error) && (
              <Button
                size="small"
                onClick={() => {
                  merge.reset();
                  onReload();
                }}
              >
                See the newer version
              </Button>
            )
          }
        >
          The records could not be merged: {messageOf(merge.error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-rule pt-5">
        {presidents && <p className="mr-auto text-faded">Two presidents or owners cannot be made one.</p>}
        {!editing && <p className="mr-auto text-faded">Turn on Edit Mode to merge them.</p>}
        <LinkButton href="/people/duplicates">Cancel</LinkButton>
        {editing && (
          <NotTheSame
            size="medium"
            one={pair[0].value}
            other={pair[1].value}
            onDone={() => void navigate('/people/duplicates')}
          />
        )}
        {editing && !presidents && (
          <Button variant="primary" busy={merge.isPending} busyText="Merging..." onClick={save}>
            Merge into {kept.value.full_name}
          </Button>
        )}
      </div>
    </div>
  );
}
