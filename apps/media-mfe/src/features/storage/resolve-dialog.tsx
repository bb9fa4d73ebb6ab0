import {
  fetchResolvableBy,
  fetchBulkUsage,
  messageOf,
  bulkResolveMutation,
  type ResolvedDiscrepancies,
} from '@archive/api-client';
import type { Resolution, StorageDiscrepancy } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, Dialog, FailedState, formatNumber, Loading, Progress, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { DeleteConfirmation } from '../removal/delete-media.tsx';
import { VoyageNames } from '../removal/voyage-names.tsx';
import { quotedNames } from '../quoted-names.ts';
import { ResolutionResults } from './resolution-results.tsx';
import { RESOLUTION_TEXTS } from './resolutions.ts';

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
  const { data, error, refetch } = useDiscrepanciesToResolve(resolution);
  const resolve = useMutation(bulkResolveMutation(useQueryClient()));
  const [processed, setProcessed] = useState(0);
  const [outcome, setOutcome] = useState<ResolvedDiscrepancies>();

  if (!data)
    return (
      <Dialog open title={verb} onOpenChange={onClose}>
        {error ? (
          <FailedState title={messageOf(error)} action={<Button onClick={() => void refetch()}>Retry</Button>} />
        ) : (
          <Loading label={`Loading ${noun}s...`}>
            <SkeletonList />
          </Loading>
        )}
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
