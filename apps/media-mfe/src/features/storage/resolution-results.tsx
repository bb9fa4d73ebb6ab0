import { type ResolvedDiscrepancies, bulkUndoResolutionsMutation } from '@archive/api-client';
import type { Resolution, StorageDiscrepancy } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Dialog, formatCount, formatNumber, toast } from '@archive/ui';
import { Check, CircleAlert } from '@archive/ui/icons';
import { useRef, useState } from 'react';
import { RESOLUTION_TEXTS } from './resolutions.ts';

const PAGE_SIZE = 50;

interface ResolutionResultsProps {
  resolution: Resolution;
  discrepancies: StorageDiscrepancy[];
  outcome: ResolvedDiscrepancies;
  onClose: () => void;
}

/** Outcome for each discrepancy, failures first, with Undo for those that were resolved. */
export function ResolutionResults({
  resolution,
  discrepancies,
  outcome: { resolved, failures },
  onClose,
}: ResolutionResultsProps) {
  const { noun, done, undoable } = RESOLUTION_TEXTS[resolution];
  const close = useRef<HTMLButtonElement>(null);
  const [shownCount, setShown] = useState(PAGE_SIZE);
  const undo = useMutation(bulkUndoResolutionsMutation(useQueryClient()));
  const byId = new Map(discrepancies.map((discrepancy) => [discrepancy.id, discrepancy]));
  const reasons = new Map(failures.map(({ id, reason }) => [id, reason]));
  const items = [...reasons.keys(), ...resolved].flatMap((id) => byId.get(id) ?? []);
  const areAllResolved = failures.length === 0;

  const undoAll = async () => {
    const { resolved: undone, failures: notUndone } = await undo.mutateAsync({
      ids: resolved,
      onProgress: () => undefined,
    });
    if (undone.length > 0) toast.success(`Change undone on ${formatCount(undone.length, noun)}`);
    if (notUndone.length > 0)
      toast.error(
        `${formatCount(notUndone.length, noun)} couldn’t be undone: ${[...new Set(notUndone.map(({ reason }) => reason))].join(' ')}`,
      );
    onClose();
  };

  return (
    <Dialog
      open
      initialFocus={close}
      title={
        areAllResolved
          ? `${formatCount(resolved.length, noun)} ${done}`
          : `${formatNumber(resolved.length)} of ${formatCount(items.length, noun)} ${done}`
      }
      {...(areAllResolved ? {} : { description: `${formatCount(failures.length, noun)} couldn’t be ${done}.` })}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {undoable && resolved.length > 0 && (
            <Button busy={undo.isPending} onClick={() => void undoAll()}>
              Undo
            </Button>
          )}
          <Button ref={close} variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ul aria-label="Results" className="divide-y divide-rule border-y border-rule">
        {items.slice(0, shownCount).map((discrepancy) => (
          <Row key={discrepancy.id} discrepancy={discrepancy} done={done} reason={reasons.get(discrepancy.id)} />
        ))}
      </ul>
      {items.length > shownCount && (
        <Button size="small" className="mt-3" onClick={() => setShown(shownCount + 10 * PAGE_SIZE)}>
          Show more ({formatNumber(items.length)} in total)
        </Button>
      )}
    </Dialog>
  );
}

interface RowProps {
  discrepancy: StorageDiscrepancy;
  done: string;
  /** Reason of a failure; undefined on success. */
  reason: string | undefined;
}

function Row({ discrepancy: { record, path }, done, reason }: RowProps) {
  const Icon = reason === undefined ? Check : CircleAlert;
  return (
    <li className="flex items-start gap-2.5 py-2">
      <Icon aria-hidden className={`mt-1 size-4 shrink-0 ${reason === undefined ? 'text-sea' : 'text-signal'}`} />
      <div className="min-w-0">
        <span className="block font-medium wrap-anywhere">{record?.title ?? path}</span>
        <span className="block text-13 text-faded first-letter:uppercase">{reason ?? done}</span>
      </div>
    </li>
  );
}
