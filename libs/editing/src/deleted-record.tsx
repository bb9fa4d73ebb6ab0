import { type HistoryKind, deletedQuery, messageOf, restoreMutation } from '@archive/api-client';
import type { RecordChange } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { Anchor, Badge, Button, EmptyState, Loading, SkeletonLine, formatDateTime, toast } from '@archive/ui';
import type { ReactNode } from 'react';

export interface DeletedRecordProps {
  kind: HistoryKind;
  /** Slug of the record, or for a media item the path of its file. */
  of: { slug: string } | { file: string };
  /** The word for the record on screen: "voyage". */
  noun: string;
  /** A link to a list of other records. */
  action: ReactNode;
  /** Shown if no deleted record had this URL. */
  children: ReactNode;
}

/** The page of a record that doesn't exist. Says if it was deleted; in edit mode also when and by whom, with a Restore button. */
export function DeletedRecord({ kind, of, noun, action, children }: DeletedRecordProps) {
  const { data, error } = useQuery({ ...deletedQuery({ kind, ...of }), staleTime: 0 });
  if (data) return <Deleted deletion={data} noun={noun} action={action} />;
  // The record doesn't exist, whether or not its history could be loaded.
  if (error) return <>{children}</>;
  return (
    <Loading label="Loading...">
      <SkeletonLine className="mx-auto mt-20 w-56" />
    </Loading>
  );
}

interface DeletedProps {
  deletion: RecordChange;
  noun: string;
  action: ReactNode;
}

function Deleted({ deletion, noun, action }: DeletedProps) {
  const { editing } = useEditMode();
  const restore = useMutation(restoreMutation(useQueryClient()));
  const { kind, slug, revision, title, changed_by, changed_at, restorable } = deletion;
  const name = noun.slice(0, 1).toUpperCase() + noun.slice(1);
  usePageTitle(`${name} deleted`);
  if (!editing)
    return (
      <EmptyState level={1} title={`${name} deleted`} action={action}>
        This {noun} was deleted from the archive.
      </EmptyState>
    );
  const restoreRecord = () =>
    restore.mutate(
      { kind, slug, revision },
      {
        onSuccess: () => toast.success(`“${title}” restored`, { key: `restore ${kind} ${slug}` }),
        onError: (failure) =>
          toast.error(`Couldn’t restore “${title}”. ${messageOf(failure)}`, { key: `restore ${kind} ${slug}` }),
      },
    );
  return (
    <EmptyState
      level={1}
      title={`${name} deleted`}
      action={
        <>
          {restorable && (
            <Button variant="primary" busy={restore.isPending} onClick={restoreRecord}>
              Restore
            </Button>
          )}
          {action}
        </>
      }
    >
      “{title}” was deleted by {changed_by} on <time dateTime={changed_at}>{formatDateTime(changed_at)}</time>.{' '}
      {restorable
        ? 'If you restore it, everything that was linked to it comes back too.'
        : 'The file was deleted too, so the record can’t be restored.'}
    </EmptyState>
  );
}

/** URL of the search for everything with a tag. */
export const tagHref = (tag: string): string => `/search?${new URLSearchParams({ tag })}`;

/** Tags as links to everything that has them. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Anchor href={tagHref(tag)} className="group rounded-sm">
            <Badge className="max-w-full group-hover:border-brass group-hover:text-ink">
              <span className="truncate">{tag}</span>
            </Badge>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
