import { startCheckMutation, cancelCheckMutation, messageOf } from '@archive/api-client';
import type { StorageCheck, StorageStatus } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, formatCount, formatDateTime, formatNumber, Panel, Notice, Progress, toast } from '@archive/ui';

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
export function CheckState({ status, editing }: { status: StorageStatus; editing: boolean }) {
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
