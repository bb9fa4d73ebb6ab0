import { historyQuery, messageOf, restoreMutation, voyageQuery } from '@archive/api-client';
import type { Revision } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, Dialog, Disclosure, FailedState, SkeletonList, toast } from '@archive/ui';
import { useState } from 'react';
import { changesOf, statesAfter, type FieldChange } from './changes-of.ts';

interface Props {
  slug: string;
  title: string;
  onClose(): void;
}

const SHOWN = 100;
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
const VERBS: Record<Revision['action'], string> = {
  create: 'logged the voyage',
  update: 'changed it',
  delete: 'deleted it',
  restore: 'brought a version back',
};

/** Who changed a voyage, when and what; each version can be brought back. */
export function HistoryDialog({ slug, title, onClose }: Props) {
  const client = useQueryClient();
  const history = useQuery(historyQuery('voyage', slug, SHOWN));
  const now = useQuery(voyageQuery(slug)).data;
  const [asked, setAsked] = useState<Revision>();
  const restore = useMutation(restoreMutation(client));
  const revisions = history.data?.items ?? [];
  const after = statesAfter(revisions, now);

  const bringBack = ({ revision, changed_at }: Revision) =>
    restore.mutateAsync({ kind: 'voyage', slug, revision }).then(
      () => {
        toast.success(`The voyage is as it was before ${moment.format(new Date(changed_at))}`);
        onClose();
      },
      (error: unknown) => {
        toast.error(`The version could not be brought back: ${messageOf(error)}`);
        setAsked(undefined);
      },
    );

  const list = () => {
    if (!history.data && history.error) {
      return (
        <FailedState
          title="The history could not be read."
          action={
            <Button busy={history.isFetching} onClick={() => void history.refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(history.error)}
        </FailedState>
      );
    }
    if (!history.data) return <SkeletonList label="Loading the history…" rows={3} />;
    if (revisions.length === 0)
      return <p className="text-faded">Nothing has been changed since the voyage was logged.</p>;
    return (
      <ol className="divide-y divide-rule">
        {revisions.map((revision, index) => (
          <li key={revision.revision} className="flex flex-col gap-1 py-3">
            <p>
              <span className="font-medium">{revision.changed_by}</span> {VERBS[revision.action]}
              <time dateTime={revision.changed_at} className="ml-2 text-13 text-faded">
                {moment.format(new Date(revision.changed_at))}
              </time>
            </p>
            <What changes={changesOf(revision.before, after[index] ?? null)} />
            {revision.before && (
              <p>
                <Button size="small" variant="quiet" className="-ml-3" onClick={() => setAsked(revision)}>
                  Restore the version before this
                </Button>
              </p>
            )}
          </li>
        ))}
      </ol>
    );
  };

  return (
    <>
      <Dialog open size="large" onOpenChange={onClose} title="History" description={title}>
        {list()}
      </Dialog>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title="Restore this version?"
          description={`The voyage becomes what it was before ${moment.format(new Date(asked.changed_at))}. What it is now stays in the history.`}
          confirmText="Restore"
          busy={restore.isPending}
          onConfirm={() => void bringBack(asked)}
        />
      )}
    </>
  );
}

function What({ changes }: { changes: FieldChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Disclosure label={changes.map(({ name }) => name).join(', ')} className="text-13">
      <dl className="flex flex-col gap-3">
        {changes.map(({ name, before, after }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="whitespace-pre-line text-faded wrap-anywhere">
              <span className="sr-only">Before: </span>
              <del>{before || 'blank'}</del>
            </dd>
            <dd className="whitespace-pre-line wrap-anywhere">
              <span className="sr-only">After: </span>
              {after || 'blank'}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
