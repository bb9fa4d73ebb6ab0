import { cancelCheckMutation, messageOf, startCheckMutation, storageStatusQuery } from '@archive/api-client';
import type { Resolution, StorageCheck, StorageStatus } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Breadcrumbs,
  Button,
  EmptyState,
  Notice,
  PageHeader,
  Panel,
  Progress,
  formatCount,
  formatDateTime,
  formatNumber,
  toast,
} from '@archive/ui';
import { useState } from 'react';
import { explorerHref } from '../urls.ts';
import { DiscrepancyList } from './discrepancies.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

const TITLE = 'Storage check';

/** /media-explorer/storage: files without a record, records with a missing or changed file, and how to resolve them. */
export function StoragePage() {
  usePageTitle(TITLE);
  const { editing } = useEditMode();
  const query = useQuery(storageStatusQuery());
  const { data } = query;
  // The state is in this component, so that the results stay open when the lists become empty.
  const [resolving, setResolving] = useState<{ resolution: Resolution; checkId: number }>();
  return (
    <div className="space-y-8">
      <Breadcrumbs items={[{ label: 'Media Explorer', href: explorerHref('') }, { label: TITLE }]} />
      <PageHeader
        title={TITLE}
        lede="Every night the archive compares each stored file with its record, and looks for files that have no record."
      />
      {data ? (
        <>
          <CheckState status={data} editing={editing} />
          <Discrepancies
            status={data}
            editing={editing}
            onResolve={(resolution) => setResolving({ resolution, checkId: data.check?.id ?? 0 })}
          />
        </>
      ) : (
        <QueryState query={query} loading="Loading the storage check..." />
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

/** The current step of a running check. */
function stepOf({ phase, files_seen, records_checked, records_total }: StorageCheck): string {
  if (phase === 'files') return `Listing files (${formatNumber(files_seen)})`;
  if (phase === 'hashes') return 'Reading files without a record';
  return `Reading files with a record (${formatNumber(records_checked)} of ${formatNumber(records_total)})`;
}

/** Percentage of the bytes read; undefined while the total is unknown. */
function progressOf({ phase, bytes_read, bytes_total }: StorageCheck): number | undefined {
  if (phase !== 'records' || bytes_total === 0) return undefined;
  return Math.min(100, (bytes_read / bytes_total) * 100);
}

const CHECK_TOAST = { key: 'storage check' };

/** Shows the last storage check, the progress of a running one, and the Check now button. */
function CheckState({ status, editing }: { status: StorageStatus; editing: boolean }) {
  const client = useQueryClient();
  const begin = useMutation(startCheckMutation(client));
  const cancel = useMutation(cancelCheckMutation(client));
  const showError = (error: unknown) => toast.error(messageOf(error), CHECK_TOAST);
  const clearError = { onError: showError, onSuccess: () => toast.dismissByKey(CHECK_TOAST.key) };
  const { check, last_completed_at: last } = status;
  const isRunning = check?.state === 'running';
  return (
    <Panel className="space-y-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {last === null ? (
            'Storage has not been checked yet.'
          ) : (
            <>
              Last checked <time dateTime={last}>{formatDateTime(last)}</time>
              {status.check?.state === 'completed' && (
                <span className="text-faded">
                  {' '}
                  · {formatCount(status.check.files_seen, 'file')},{' '}
                  {formatCount(status.check.records_checked, 'record')}
                </span>
              )}
            </>
          )}
        </p>
        {editing &&
          (isRunning ? (
            <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined, clearError)}>
              Stop
            </Button>
          ) : (
            <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate(undefined, clearError)}>
              Check now
            </Button>
          ))}
      </div>
      {isRunning && (
        <div className="space-y-1.5">
          <output className="block text-13 text-faded tabular-nums">{stepOf(check)}</output>
          <Progress label="Checking storage" {...valueOf(progressOf(check))} />
        </div>
      )}
      {check?.state === 'failed' && <Notice tone="error">{check.error}</Notice>}
      {check?.state === 'cancelled' && <p className="text-13 text-faded">The last check was stopped.</p>}
    </Panel>
  );
}

const valueOf = (value: number | undefined) => (value === undefined ? {} : { value });
