import {
  fetchToSettle,
  fetchUsageOfSeveral,
  messageOf,
  settleSeveralMutation,
  type SettledFindings,
} from '@archive/api-client';
import type { Settling, StorageFinding } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, Dialog, FailedState, Loading, Progress, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { Questions } from '../removal/delete-media.tsx';
import { VoyageNames } from '../removal/voyage-names.tsx';
import { named } from '../several/names.ts';
import { SettledList } from './settled-list.tsx';
import { WAYS } from './ways.ts';

interface SettleDialogProps {
  by: Settling;
  /** The run that found them. */
  checkId: number;
  onClose: () => void;
}

const PER_CALL = 5000;

const nameOf = ({ record, path }: StorageFinding) => record?.title ?? path;

/** What is about to be done, asked for as the question opens: these findings and no others, and the voyages that show the records. */
function useToSettle(by: Settling) {
  return useQuery({
    queryKey: ['to-settle', by],
    queryFn: async () => {
      const findings = await fetchToSettle(by);
      const slugs = by === 'remove_record' ? findings.flatMap(({ record }) => record?.media_slug ?? []) : [];
      const voyages = new Map<string, { title: string; voyage_slug: string }>();
      for (let at = 0; at < slugs.length; at += PER_CALL)
        for (const voyage of (await fetchUsageOfSeveral(slugs.slice(at, at + PER_CALL))).voyages)
          voyages.set(voyage.voyage_slug, voyage);
      return { findings, voyages: [...voyages.values()] };
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: false,
  });
}

/** Names what is to be settled and how many, asks, says how far it is, and then what became of each. */
export function SettleDialog({ by, checkId, onClose }: SettleDialogProps) {
  const { verb, of, question, description, forGood } = WAYS[by];
  const { data, error, refetch } = useToSettle(by);
  const settle = useMutation(settleSeveralMutation(useQueryClient()));
  const [tried, setTried] = useState(0);
  const [outcome, setOutcome] = useState<SettledFindings>();

  if (!data)
    return (
      <Dialog open title={`${verb} all`} onOpenChange={onClose}>
        {error ? (
          <FailedState title={messageOf(error)} action={<Button onClick={() => void refetch()}>Retry</Button>} />
        ) : (
          <Loading label={`Loading ${of}s...`}>
            <SkeletonList />
          </Loading>
        )}
      </Dialog>
    );
  const { findings, voyages } = data;
  if (outcome) return <SettledList by={by} findings={findings} outcome={outcome} onClose={onClose} />;

  const busy = settle.isPending;
  const asked = {
    title: question(findings.length),
    description,
    busy,
    onConfirm: () =>
      void settle
        .mutateAsync({ by, checkId, ids: findings.map(({ id }) => id), onProgress: setTried })
        .then(setOutcome),
  };
  const progress = busy && (
    <div className="mt-4 space-y-1.5">
      <output className="block text-13 text-faded tabular-nums">
        {tried.toLocaleString('en-US')} of {findings.length.toLocaleString('en-US')}
      </output>
      <Progress label={`${verb} all`} value={(tried / findings.length) * 100} />
    </div>
  );
  const those = (
    <>
      <p className="wrap-anywhere">{named(findings.map(nameOf))}</p>
      {voyages.length > 0 && <p className="mt-3">They are taken off these voyages:</p>}
      <VoyageNames voyages={voyages} />
    </>
  );
  if (forGood)
    return (
      <Questions {...asked} onClose={onClose} progress={progress}>
        {those}
      </Questions>
    );
  return (
    <ConfirmDialog
      {...asked}
      open
      danger={by === 'remove_record'}
      confirmText={verb}
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {those}
      {progress}
    </ConfirmDialog>
  );
}
