import {
  type HistoryKind,
  messageOf,
  restoreMutation,
  restorePreviewQuery,
  undoMergeMutation,
} from '@archive/api-client';
import type { RecordChange } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useAllows } from '@archive/shell-api';
import { Badge, Button, FieldChanges, RestoreDialog, TextLink, formatClock, formatDateTime, toast } from '@archive/ui';
import { useState } from 'react';
import { collectionHref } from '../search/search-url.ts';

const TONES = { create: 'sea', update: 'plain', delete: 'signal', restore: 'brass' } as const;

interface ChangeRowProps {
  change: RecordChange;
  /** Whether to offer Restore. */
  editing: boolean;
}

/** One change: what, who and when, field by field. */
export function ChangeRow({ change, editing }: ChangeRowProps) {
  const {
    kind,
    slug,
    revision,
    action,
    title,
    changed_by,
    changed_at,
    changes,
    operation_id,
    restorable,
    merged_into,
  } = change;
  const client = useQueryClient();
  const isCurator = useAllows('curator');
  const restore = useMutation(restoreMutation(client));
  const page = pageOf(change);
  const restoreRecord = () =>
    restore.mutate(
      { kind, slug, revision },
      {
        onSuccess: () => toast.success(`“${title}” restored`, { key: `restore ${kind} ${slug}` }),
        onError: (failure) =>
          toast.error(`Couldn’t restore “${title}”. ${messageOf(failure)}`, { key: `restore ${kind} ${slug}` }),
        onSettled: () => setConfirming(false),
      },
    );
  const [confirming, setConfirming] = useState(false);
  const preview = useQuery({ ...restorePreviewQuery(kind, slug, revision), enabled: confirming });
  const undoMerge = useMutation(undoMergeMutation(client));
  const separate = () => {
    if (!merged_into?.merge) return;
    undoMerge.mutate(
      { person_slug: merged_into.person_slug, merge: merged_into.merge },
      {
        onSuccess: () => toast.success(`${title} is a separate record again`, { key: `restore ${kind} ${slug}` }),
        onError: (failure) =>
          toast.error(`Couldn’t undo the merge: ${messageOf(failure)}`, { key: `restore ${kind} ${slug}` }),
      },
    );
  };
  return (
    <li className="py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone={TONES[action]}>{ACTIONS[action]}</Badge>
            <span className="min-w-0 font-serif text-17 font-semibold wrap-anywhere">
              {page ? <TextLink href={page}>{title}</TextLink> : title}
            </span>
          </p>
          <p className="mt-1 text-13 text-faded">
            {kindLabel(change)} · {changed_by} · <time dateTime={changed_at}>{formatClock(changed_at)}</time>
            {operation_id && isCurator && (
              <>
                {' · '}
                <TextLink href={`/voyages/import/${operation_id}`}>Import</TextLink>
              </>
            )}
          </p>
        </div>
        {editing && restorable && (
          <Button
            size="small"
            busy={restore.isPending}
            aria-label={
              action === 'delete'
                ? `Restore “${title}”`
                : `Restore previous version of “${title}”, from before ${formatDateTime(changed_at)}`
            }
            // A deleted record has nothing that a restore would change.
            onClick={change.exists ? () => setConfirming(true) : restoreRecord}
          >
            {action === 'delete' ? 'Restore' : 'Restore previous version'}
          </Button>
        )}
        {editing && merged_into?.merge && (
          <Button size="small" busy={undoMerge.isPending} aria-label={`Undo merge of ${title}`} onClick={separate}>
            Undo merge
          </Button>
        )}
      </div>
      {merged_into && (
        <p className="mt-1 text-15">
          Merged into <TextLink href={`/people/${merged_into.person_slug}`}>{merged_into.full_name}</TextLink>.
          {merged_into.merge === null && ' Undo the later merge on that page first.'}
        </p>
      )}
      <FieldChanges changes={changes} />
      {confirming && (
        <RestoreDialog
          changedAt={formatDateTime(changed_at)}
          changes={preview.data?.changes}
          error={preview.error ? messageOf(preview.error) : undefined}
          busy={restore.isPending}
          onCancel={() => setConfirming(false)}
          onConfirm={restoreRecord}
        />
      )}
    </li>
  );
}

export const KINDS: Record<HistoryKind, { singular: string; plural: string }> = {
  voyage: { singular: 'Voyage', plural: 'Voyages' },
  person: { singular: 'Person', plural: 'People' },
  president: { singular: 'President/Owner', plural: 'Presidents/Owners' },
  media: { singular: 'Media', plural: 'Media' },
  album: { singular: 'Album', plural: 'Albums and collections' },
  place: { singular: 'Place', plural: 'Places' },
  story: { singular: 'Story', plural: 'Stories' },
};

export const ACTIONS: Record<RecordChange['action'], string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
};

/** The label of a record's kind. An album without a voyage is called a collection. */
const kindLabel = ({ kind, voyage_slug }: RecordChange): string =>
  kind === 'album' && voyage_slug === null ? 'Collection' : KINDS[kind].singular;

/** URL of a record's page. If the record was deleted, the page says so. */
function pageOf({ kind, slug, voyage_slug }: RecordChange): string {
  if (kind === 'voyage') return `/voyages/${slug}`;
  if (kind === 'album') return voyage_slug ? `/voyages/${voyage_slug}` : collectionHref(slug);
  if (kind === 'place') return `/places/${slug}`;
  if (kind === 'story') return `/stories/${slug}`;
  return kind === 'media' ? `/media/${slug}` : `/people/${slug}`;
}
