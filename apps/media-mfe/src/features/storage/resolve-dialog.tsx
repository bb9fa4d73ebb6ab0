import {
  type DiscrepancyKind,
  type ResolvedDiscrepancies,
  bulkResolveMutation,
  bulkUndoResolutionsMutation,
  fetchBulkUsage,
  fetchResolvableBy,
} from '@archive/api-client';
import type { Resolution, StorageDiscrepancy } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, ConfirmDialog, Dialog, Progress, formatCount, formatNumber, pluralize, toast } from '@archive/ui';
import { Check, CircleAlert } from '@archive/ui/icons';
import { useRef, useState } from 'react';
import { DeleteConfirmation } from '../removal/delete-media.tsx';
import { VoyageNames, quotedNames } from '../texts.tsx';

interface ResolveDialogProps {
  resolution: Resolution;
  /** The check that found the discrepancies. */
  checkId: number;
  onClose: () => void;
}

const USAGE_BATCH = 5000;

const nameOf = ({ record, path }: StorageDiscrepancy) => record?.title ?? path;

/** The discrepancies to resolve, and the voyages that lose a record. Fetched once, so that only what was shown is resolved. */
function useDiscrepanciesToResolve(resolution: Resolution) {
  return useQuery({
    queryKey: ['discrepancies-to-resolve', resolution],
    queryFn: async () => {
      const discrepancies = await fetchResolvableBy(resolution);
      const slugs =
        resolution === 'remove_record' ? discrepancies.flatMap(({ record }) => record?.media_slug ?? []) : [];
      const voyages = new Map<string, { title: string; voyage_slug: string }>();
      for (let index = 0; index < slugs.length; index += USAGE_BATCH)
        for (const voyage of (await fetchBulkUsage(slugs.slice(index, index + USAGE_BATCH))).voyages)
          voyages.set(voyage.voyage_slug, voyage);
      return { discrepancies, voyages: [...voyages.values()] };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });
}

/** Confirms resolving all discrepancies of a kind, shows progress, then the results. */
export function ResolveDialog({ resolution, checkId, onClose }: ResolveDialogProps) {
  const { verb, noun, question, description, permanent } = RESOLUTION_TEXTS[resolution];
  const query = useDiscrepanciesToResolve(resolution);
  const { data } = query;
  const resolve = useMutation(bulkResolveMutation(useQueryClient()));
  const [processed, setProcessed] = useState(0);
  const [outcome, setOutcome] = useState<ResolvedDiscrepancies>();

  if (!data)
    return (
      <Dialog open title={verb} onOpenChange={onClose}>
        <QueryState query={query} loading={`Loading ${noun}s...`} />
      </Dialog>
    );
  const { discrepancies, voyages } = data;
  if (outcome)
    return (
      <ResolutionResults resolution={resolution} discrepancies={discrepancies} outcome={outcome} onClose={onClose} />
    );

  const busy = resolve.isPending;
  const confirmation = {
    title: question(discrepancies.length),
    description,
    busy,
    onConfirm: () =>
      void resolve
        .mutateAsync({ by: resolution, checkId, ids: discrepancies.map(({ id }) => id), onProgress: setProcessed })
        .then(setOutcome),
  };
  const progress = busy && (
    <div className="mt-4 space-y-1.5">
      <output className="block text-13 text-faded tabular-nums">
        {formatNumber(processed)} of {formatNumber(discrepancies.length)}
      </output>
      <Progress label={verb} value={(processed / discrepancies.length) * 100} />
    </div>
  );
  const affected = (
    <>
      <p className="wrap-anywhere">{quotedNames(discrepancies.map(nameOf))}</p>
      {voyages.length > 0 && <p className="mt-3">They’ll be removed from these voyages:</p>}
      <VoyageNames voyages={voyages} />
    </>
  );
  if (permanent)
    return (
      <DeleteConfirmation {...confirmation} onClose={onClose} progress={progress}>
        {affected}
      </DeleteConfirmation>
    );
  return (
    <ConfirmDialog
      {...confirmation}
      open
      danger={resolution === 'remove_record'}
      confirmText={verb}
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {affected}
      {progress}
    </ConfirmDialog>
  );
}

const PAGE_SIZE = 50;

interface ResolutionResultsProps {
  resolution: Resolution;
  discrepancies: StorageDiscrepancy[];
  outcome: ResolvedDiscrepancies;
  onClose: () => void;
}

/** Outcome for each discrepancy, failures first, with Undo for those that were resolved. */
function ResolutionResults({
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

/** Messages of a bulk resolution. */
interface ResolutionText {
  /** "Add all 12 to library". */
  buttonText: (count: number) => string;
  verb: string;
  noun: 'file' | 'record';
  /** Past participle, as in "12 files deleted". */
  done: string;
  question: (count: number) => string;
  description: string;
  /** Whether the resolution is permanent, which requires a second confirmation. */
  permanent: boolean;
  undoable: boolean;
}

const number = (count: number) => formatNumber(count);
const files = (count: number) => formatCount(count, 'file');
const records = (count: number) => formatCount(count, 'record');

export const RESOLUTION_TEXTS: Record<Resolution, ResolutionText> = {
  add_to_library: {
    buttonText: (count) => `Add all ${number(count)} to library`,
    verb: 'Add to library',
    noun: 'file',
    done: 'added to the media library',
    question: (count) => `Add ${files(count)} to the media library?`,
    description:
      'Each file will stay where it is and get a record named after it. Files that are already in the media library, or whose type isn’t accepted, won’t be changed.',
    permanent: false,
    undoable: true,
  },
  remove_file: {
    buttonText: (count) => `Delete all ${number(count)} files`,
    verb: 'Delete files',
    noun: 'file',
    done: 'deleted',
    question: (count) => `Permanently delete ${files(count)}?`,
    description:
      'Media not found in database. Only the stored files will be deleted. Copies of missing or changed files will be kept.',
    permanent: true,
    undoable: false,
  },
  relink: {
    buttonText: (count) => `Relink all ${number(count)}`,
    verb: 'Relink',
    noun: 'record',
    done: 'relinked',
    question: (count) => `Relink ${records(count)} to ${pluralize(count, 'its file', 'their files')}?`,
    description: 'Each record will be linked to the exact copy of its file that was found elsewhere in storage.',
    permanent: false,
    undoable: true,
  },
  remove_record: {
    buttonText: (count) => `Delete all ${number(count)} records`,
    verb: 'Delete records',
    noun: 'record',
    done: 'deleted',
    question: (count) => `Delete ${records(count)}?`,
    description:
      'No copies of the files were found. You can restore the records only once the files are back in storage.',
    permanent: false,
    undoable: false,
  },
  keep_changed_file: {
    buttonText: (count) => `Keep all ${number(count)} changed files`,
    verb: 'Keep changed files',
    noun: 'file',
    done: 'kept',
    question: (count) => `Keep ${formatCount(count, 'changed file')}?`,
    description: 'Each record will use its changed file, and its previews will be generated again.',
    permanent: false,
    undoable: true,
  },
};

export const RESOLUTIONS_BY_KIND: Record<DiscrepancyKind, Resolution[]> = {
  missing_file: ['relink', 'remove_record'],
  changed_file: ['keep_changed_file'],
  unknown_file: ['add_to_library', 'remove_file'],
};
