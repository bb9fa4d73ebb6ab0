import { discrepanciesQuery, messageOf, type DiscrepancyKind } from '@archive/api-client';
import type { Resolution, StorageStatus } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, FailedState, formatNumber, Loading, SkeletonList } from '@archive/ui';
import { useId, useState } from 'react';
import { DiscrepancyRow } from './discrepancy-row.tsx';
import { ResolveAll } from './resolve-all.tsx';

const HEADINGS: Record<DiscrepancyKind, { title: string; lede: string }> = {
  missing_file: {
    title: 'Records with a missing file',
    lede: 'The record’s file is no longer in storage.',
  },
  changed_file: {
    title: 'Records with a changed file',
    lede: 'The file in storage is not the one that was uploaded.',
  },
  unknown_file: {
    title: 'Files without a record',
    lede: 'Files in storage without a media record.',
  },
};

const PAGE_SIZE = 50;

interface DiscrepancyListProps {
  kind: DiscrepancyKind;
  status: StorageStatus;
  /** Cache key: changes whenever the list may have changed. */
  checkedAt: string;
  editing: boolean;
  onResolve: (resolution: Resolution) => void;
}

/** Discrepancies of one kind, sorted by path. */
export function DiscrepancyList({ kind, status, checkedAt, editing, onResolve }: DiscrepancyListProps) {
  const count = status[kind];
  const head = useId();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, refetch } = useQuery({ ...discrepanciesQuery(kind, limit, checkedAt), enabled: count > 0 });
  if (count === 0) return null;
  const { title, lede } = HEADINGS[kind];
  return (
    <section aria-labelledby={head} className="space-y-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={head} className="text-21">
            {title} <span className="text-faded tabular-nums">({formatNumber(count)})</span>
          </h2>
          <p className="text-faded">{lede}</p>
        </div>
        {editing && <ResolveAll kind={kind} status={status} onResolve={onResolve} />}
      </div>
      {error && <FailedState title={messageOf(error)} action={<Button onClick={() => void refetch()}>Retry</Button>} />}
      {!error && !data && (
        <Loading label={`Loading: ${title}`}>
          <SkeletonList />
        </Loading>
      )}
      {data && (
        <ul aria-labelledby={head} className="divide-y divide-rule border-y border-rule">
          {data.items.map((discrepancy) => (
            <DiscrepancyRow key={discrepancy.id} discrepancy={discrepancy} editing={editing} />
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && (
        <Button onClick={() => setLimit(Math.min(1000, limit + 4 * PAGE_SIZE))}>
          Show more ({formatNumber(data.total)} in total)
        </Button>
      )}
    </section>
  );
}
