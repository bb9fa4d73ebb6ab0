import { messageOf, storageStatusQuery } from '@archive/api-client';
import type { Settling, StorageStatus } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { Breadcrumbs, Button, EmptyState, FailedState, Loading, PageHeader, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { explorerHref } from '../explorer/address.ts';
import { CheckState } from './check-state.tsx';
import { FindingList } from './finding-list.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const TITLE = 'Storage';

/** /media-explorer/storage: whether each file has a record and each record its file, and what settles it where they do not agree. */
export function StoragePage() {
  usePageTitle(TITLE);
  const { editing } = useEditMode();
  const { data, error, refetch } = useQuery(storageStatusQuery());
  // What became of each is still shown when none is left in the lists.
  const [settling, setSettling] = useState<{ by: Settling; checkId: number }>();
  return (
    <div className="space-y-8">
      <PageHeader
        title={TITLE}
        lede="Every night each file is held against its record, by its SHA-256, and what lies in storage without one is looked for."
      />
      <Breadcrumbs items={[{ label: 'Media Explorer', href: explorerHref('') }, { label: TITLE }]} />
      {error ? (
        <FailedState title={messageOf(error)} action={<Button onClick={() => void refetch()}>Retry</Button>} />
      ) : data ? (
        <>
          <CheckState status={data} editing={editing} />
          <Findings
            status={data}
            editing={editing}
            onSettle={(by) => setSettling({ by, checkId: data.check?.id ?? 0 })}
          />
        </>
      ) : (
        <Loading label="Loading storage...">
          <SkeletonList />
        </Loading>
      )}
      {settling && <SettleDialog {...settling} onClose={() => setSettling(undefined)} />}
    </div>
  );
}

interface FindingsProps {
  status: StorageStatus;
  editing: boolean;
  onSettle: (by: Settling) => void;
}

function Findings({ status, ...rest }: FindingsProps) {
  const { unknown_file, missing_file, changed_file, last_completed_at, check } = status;
  if (unknown_file + missing_file + changed_file === 0) {
    if (last_completed_at === null) return null;
    return (
      <EmptyState title="Storage and records agree">
        Every file has its record, and every record its file, as it was when it came.
      </EmptyState>
    );
  }
  // What is found changes with each run, and with what is settled.
  const at = `${check?.id ?? 0} ${check?.state ?? ''} ${unknown_file} ${missing_file} ${changed_file}`;
  return (
    <>
      <FindingList kind="missing_file" status={status} at={at} {...rest} />
      <FindingList kind="changed_file" status={status} at={at} {...rest} />
      <FindingList kind="unknown_file" status={status} at={at} {...rest} />
      {!rest.editing && <p className="text-13 text-faded">Turn on Edit Mode to settle what was found.</p>}
    </>
  );
}
