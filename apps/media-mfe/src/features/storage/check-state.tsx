import { beginCheckMutation, cancelCheckMutation, messageOf } from '@archive/api-client';
import type { StorageCheck, StorageStatus } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, Leaf, Notice, Progress, toast } from '@archive/ui';
import { instant } from '../explorer/names.ts';

const count = (number: number) => number.toLocaleString('en-US');

/** What a run is at, as a sentence. */
function stepOf({ phase, files_seen, records_checked, records_total }: StorageCheck): string {
  if (phase === 'files') return `Listing files (${count(files_seen)})`;
  if (phase === 'hashes') return 'Reading files without a record';
  return `Reading files of records (${count(records_checked)} of ${count(records_total)})`;
}

/** Percent of what has to be read; how long the list of files is nobody knows beforehand. */
function progressOf({ phase, bytes_read, bytes_total }: StorageCheck): number | undefined {
  if (phase !== 'records' || bytes_total === 0) return undefined;
  return Math.min(100, (bytes_read / bytes_total) * 100);
}

/** When storage was last looked through, how far it is while it goes on, and the way to have it done now. */
export function CheckState({ status, editing }: { status: StorageStatus; editing: boolean }) {
  const client = useQueryClient();
  const begin = useMutation(beginCheckMutation(client));
  const cancel = useMutation(cancelCheckMutation(client));
  const failed = (error: unknown) => toast.error(messageOf(error));
  const { check, last_completed_at: last } = status;
  const running = check?.state === 'running';
  return (
    <Leaf className="space-y-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {last === null ? (
            'Storage has not been looked through yet.'
          ) : (
            <>
              Last looked through <time dateTime={last}>{instant(last)}</time>
              {status.check?.state === 'completed' && (
                <span className="text-faded">
                  {' '}
                  · {count(status.check.files_seen)} files, {count(status.check.records_checked)} records
                </span>
              )}
            </>
          )}
        </p>
        {editing &&
          (running ? (
            <Button busy={cancel.isPending} onClick={() => cancel.mutate(undefined, { onError: failed })}>
              Stop
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={begin.isPending}
              onClick={() => begin.mutate(undefined, { onError: failed })}
            >
              Look through storage now
            </Button>
          ))}
      </div>
      {running && (
        <div className="space-y-1.5">
          <output className="block text-13 text-faded tabular-nums">{stepOf(check)}</output>
          <Progress label="Looking through storage" {...valueOf(progressOf(check))} />
        </div>
      )}
      {check?.state === 'failed' && <Notice tone="error">{check.error}</Notice>}
      {check?.state === 'cancelled' && <p className="text-13 text-faded">The latest run was stopped.</p>}
    </Leaf>
  );
}

const valueOf = (value: number | undefined) => (value === undefined ? {} : { value });
