import { messageOf, storageStatusQuery } from '@archive/api-client';
import type { Resolution, StorageStatus } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { Breadcrumbs, Button, EmptyState, FailedState, Loading, PageHeader, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { explorerHref } from '../explorer-url.ts';
import { CheckState } from './check-state.tsx';
import { DiscrepancyList } from './discrepancy-list.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

const TITLE = 'Storage check';

/** /media-explorer/storage: files without a record, records with a missing or changed file, and how to resolve them. */
export function StoragePage() {
  usePageTitle(TITLE);
  const { editing } = useEditMode();
  const { data, error, refetch } = useQuery(storageStatusQuery());
  // State of this page, so that the results stay open after the lists are empty.
  const [resolving, setResolving] = useState<{ resolution: Resolution; checkId: number }>();
  return (
    <div className="space-y-8">
      <Breadcrumbs items={[{ label: 'Media Explorer', href: explorerHref('') }, { label: TITLE }]} />
      <PageHeader
        title={TITLE}
        lede="Every night the archive compares each stored file with its record, and looks for files that have no record."
      />
      {error && !data ? (
        <FailedState title={messageOf(error)} action={<Button onClick={() => void refetch()}>Retry</Button>} />
      ) : data ? (
        <>
          <CheckState status={data} editing={editing} />
          <Discrepancies
            status={data}
            editing={editing}
            onResolve={(resolution) => setResolving({ resolution, checkId: data.check?.id ?? 0 })}
          />
        </>
      ) : (
        <Loading label="Loading the storage check...">
          <SkeletonList />
        </Loading>
      )}
      {resolving && <ResolveDialog {...resolving} onClose={() => setResolving(undefined)} />}
    </div>
  );
}

interface DiscrepanciesProps {
  status: StorageStatus;
  editing: boolean;
  onResolve: (resolution: Resolution) => void;
}

function Discrepancies({ status, ...rest }: DiscrepanciesProps) {
  const { unknown_file, missing_file, changed_file, last_completed_at, check } = status;
  if (unknown_file + missing_file + changed_file === 0) {
    if (last_completed_at === null) return null;
    return (
      <EmptyState title="Storage and records match">
        Every file has a record, and every record has its original file.
      </EmptyState>
    );
  }
  const checkKey = `${check?.id ?? 0} ${check?.state ?? ''} ${unknown_file} ${missing_file} ${changed_file}`;
  return (
    <>
      <DiscrepancyList kind="missing_file" status={status} checkedAt={checkKey} {...rest} />
      <DiscrepancyList kind="changed_file" status={status} checkedAt={checkKey} {...rest} />
      <DiscrepancyList kind="unknown_file" status={status} checkedAt={checkKey} {...rest} />
      {!rest.editing && <p className="text-13 text-faded">Turn on Edit Mode to resolve these discrepancies.</p>}
    </>
  );
}
