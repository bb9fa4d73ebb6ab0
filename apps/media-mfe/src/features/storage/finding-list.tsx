import { findingsQuery, messageOf, type FindingKind } from '@archive/api-client';
import type { Settling, StorageStatus } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, FailedState, Loading, SkeletonList } from '@archive/ui';
import { useId, useState } from 'react';
import { FindingRow } from './finding-row.tsx';
import { SettleAll } from './settle-all.tsx';

const HEADS: Record<FindingKind, { title: string; lede: string }> = {
  missing_file: {
    title: 'Records whose file is missing',
    lede: 'Storage has nothing at the place where the record has its file.',
  },
  changed_file: {
    title: 'Records whose file has changed',
    lede: 'By its SHA-256 the file is another one than came with the record.',
  },
  unknown_file: {
    title: 'Files without a record',
    lede: 'They lie in storage, and no record of the archive describes them.',
  },
};

const PAGE = 50;

interface FindingListProps {
  kind: FindingKind;
  status: StorageStatus;
  /** Changes when what was found may have. */
  at: string;
  editing: boolean;
  onSettle: (by: Settling) => void;
}

/** What was found of one kind, by its path. */
export function FindingList({ kind, status, at, editing, onSettle }: FindingListProps) {
  const count = status[kind];
  const head = useId();
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch } = useQuery({ ...findingsQuery(kind, limit, at), enabled: count > 0 });
  if (count === 0) return null;
  const { title, lede } = HEADS[kind];
  return (
    <section aria-labelledby={head} className="space-y-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={head} className="text-21">
            {title} <span className="text-faded tabular-nums">({count.toLocaleString('en-US')})</span>
          </h2>
          <p className="text-faded">{lede}</p>
        </div>
        {editing && <SettleAll kind={kind} status={status} onSettle={onSettle} />}
      </div>
      {error && <FailedState title={messageOf(error)} action={<Button onClick={() => void refetch()}>Retry</Button>} />}
      {!error && !data && (
        <Loading label={`Loading: ${title}`}>
          <SkeletonList />
        </Loading>
      )}
      {data && (
        <ul aria-labelledby={head} className="divide-y divide-rule border-y border-rule">
          {data.items.map((finding) => (
            <FindingRow key={finding.id} finding={finding} editing={editing} />
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && (
        <Button onClick={() => setLimit(Math.min(1000, limit + 4 * PAGE))}>
          Show more of {data.total.toLocaleString('en-US')}
        </Button>
      )}
    </section>
  );
}
