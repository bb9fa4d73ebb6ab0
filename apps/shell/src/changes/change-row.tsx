import { messageOf, restoreMutation } from '@archive/api-client';
import type { RecordChange } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Badge, Button, FieldChanges, formatClock, formatDateTime, TextLink, toast } from '@archive/ui';
import { ACTIONS, KINDS, pageOf } from './labels.ts';

const TONES = { create: 'sea', update: 'plain', delete: 'signal', restore: 'brass' } as const;

interface ChangeRowProps {
  change: RecordChange;
  /** Offers Restore. */
  editing: boolean;
}

/** One change: what, who and when, field by field. */
export function ChangeRow({ change, editing }: ChangeRowProps) {
  const { kind, slug, revision, action, title, changed_by, changed_at, changes, operation_id, restorable } = change;
  const restore = useMutation(restoreMutation(useQueryClient()));
  const page = pageOf(change);
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
            {KINDS[kind].one} · {changed_by} · <time dateTime={changed_at}>{formatClock(changed_at)}</time>
            {operation_id && (
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
                : `Restore “${title}” as it was before ${formatDateTime(changed_at)}`
            }
            onClick={restoreRecord}
          >
            Restore
          </Button>
        )}
      </div>
      <FieldChanges changes={changes} />
    </li>
  );
}
