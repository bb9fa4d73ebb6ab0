import {
  controlQueueMutation,
  messageOf,
  readAllTextsMutation,
  rebuildAllPreviewsMutation,
  releaseFileMutation,
  systemStatusQuery,
} from '@archive/api-client';
import type { ImportsState, QueueState, SystemStatus, WorkerState } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState, useAllows, usePageTitle } from '@archive/shell-api';
import {
  Button,
  Notice,
  PageHeader,
  TextLink,
  VisuallyHidden,
  formatFileSize,
  formatNumber,
  linkClass,
  toast,
} from '@archive/ui';
import type { ReactNode } from 'react';
import { Alarming, DataTable } from './data-table.tsx';

/** /ops: the state of the archive, for operators. */
export function SystemPage() {
  usePageTitle('System status');
  const query = useQuery(systemStatusQuery());
  const { data, error, refetch } = query;
  const isCurator = useAllows('curator');
  const isAdministrator = useAllows('administrator');
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="System status"
        lede="The state of the archive, updated every five seconds."
        actions={<Button onClick={() => void refetch()}>Refresh</Button>}
      />
      <nav aria-label="System status" className="flex flex-wrap gap-x-6 gap-y-2">
        {/* Served by the backend, so not router links. */}
        <BackendLink href="/ops/queues">Queue board</BackendLink>
        <TextLink href="/ops/frontends">Micro-frontends</TextLink>
        <TextLink href="/ops/security">Security log</TextLink>
        <TextLink href="/ops/runbook">Runbook</TextLink>
        {isAdministrator && <TextLink href="/ops/accounts">Accounts</TextLink>}
        {isCurator && <TextLink href="/voyages/import">Imports</TextLink>}
        {isCurator && <TextLink href="/media-explorer/storage">Storage check</TextLink>}
        <BackendLink href="/api/docs">API reference</BackendLink>
        <BackendLink href="/ops/plain">Plain status page</BackendLink>
      </nav>
      {data && error && (
        <Notice announce tone="error" title="Can’t refresh">
          {messageOf(error)} The figures below may be out of date.
        </Notice>
      )}
      {data ? (
        <Status status={data} />
      ) : (
        <QueryState query={query} failed="Can’t load the system status" loading="Loading system status..." />
      )}
    </div>
  );
}

function Status({ status }: { status: SystemStatus }) {
  const { at, health, workers, queues, imports, files, disk, texts, quarantined, retention } = status;
  const client = useQueryClient();
  return (
    <>
      <Lede>As of {instantText(at, 19)}.</Lede>
      <Section title="Dependencies">
        {health.warnings.map((warning) => (
          <p key={warning}>
            <Alarming>{warning}</Alarming>
          </p>
        ))}
        <Dependencies health={health} />
      </Section>
      <Section title="Workers">{workers ? <Workers workers={workers} /> : <Unavailable />}</Section>
      <Section title="Queues">{queues ? <Queues queues={queues} /> : <Unavailable />}</Section>
      <Section title="Imports">{imports ? <Imports imports={imports} /> : <Unavailable />}</Section>
      <Section title="Files">
        {files ? (
          <Facts
            items={[
              ['Thumbnails waiting', files.waiting],
              ['Thumbnails failed', sumOf(files.previews.filter(({ state }) => state === 'failed'))],
              ['Overdue file deletions', files.overdue_deletions, true],
            ]}
          />
        ) : (
          <Unavailable />
        )}
        {disk?.warning && (
          <output className="block">
            <Alarming>{disk.warning}</Alarming> <RunbookLink chapter="the-disk-is-full" />
          </output>
        )}
        {disk && (
          <Facts
            items={[
              ['Free disk space', formatFileSize(disk.free_bytes)],
              ['Disk size', formatFileSize(disk.size_bytes)],
              ['Reserve', formatFileSize(disk.reserve_bytes)],
              ['Needed by running uploads', formatFileSize(disk.reserved_bytes)],
            ]}
          />
        )}
        <Lede>
          Thumbnails, previews, tiles of large pictures, pages of PDFs, and videos and recordings for browsers. The
          current ones are shown until the new ones are ready. A file’s own page makes those of one file again.
        </Lede>
        <Task
          label="Regenerate all previews"
          done="Previews are being regenerated"
          mutation={rebuildAllPreviewsMutation(client)}
        />
      </Section>
      <Section title="Text of files">
        <Lede>
          The text of PDFs, Word documents, scans and photographs, for the search. Pages that curators have edited keep
          their text when a file is read again.
        </Lede>
        {texts ? (
          <Facts
            items={[
              ['Files waiting to be read', texts.waiting],
              ['Files with text', texts.ready],
              ['Files without text', texts.none],
              ['Files that couldn’t be read', texts.failed],
              ...(texts.pages > 0
                ? [
                    [
                      'Pages of the current file',
                      `${formatNumber(texts.pages_read)} of ${formatNumber(texts.pages)}`,
                    ] as const,
                  ]
                : []),
            ]}
          />
        ) : (
          <Unavailable />
        )}
        <Task
          label="Recognize the text of all files again"
          done="All files are being read"
          mutation={readAllTextsMutation(client)}
        />
      </Section>
      <Section title="Quarantined files">{quarantined ? <Quarantined files={quarantined} /> : <Unavailable />}</Section>
      <Section title="Retention">
        <Lede>
          What the archive deletes automatically, and when. Records, their history, imported documents and releases are
          never deleted automatically.
        </Lede>
        {retention ? <Retention rules={retention} /> : <Unavailable />}
      </Section>
    </>
  );
}

/** A link to what the server renders itself, which the router doesn't know. */
const BackendLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={linkClass()}>
    {children}
  </a>
);

const RunbookLink = ({ chapter }: { chapter: string }) => (
  <TextLink href={`/ops/runbook#${chapter}`}>
    Runbook<VisuallyHidden>: {chapter.replaceAll('-', ' ')}</VisuallyHidden>
  </TextLink>
);

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-3">
      <h2 className="border-b border-rule pb-1 text-21">{title}</h2>
      {children}
    </section>
  );
}

const Lede = ({ children }: { children: ReactNode }) => <p className="max-w-measure text-faded">{children}</p>;

const Unavailable = () => (
  <p>
    <Alarming>Not available: a service it depends on does not respond.</Alarming>
  </p>
);

const alarmIfAny = (count: number) => (count > 0 ? <Alarming>{count}</Alarming> : count);

const sumOf = (items: readonly { count: number }[]) => items.reduce((sum, { count }) => sum + count, 0);

/** An instant in UTC, as in logs and metrics: the first `length` characters of "2026-11-20 09:30:00". */
const instantText = (instant: string, length = 16) => `${instant.slice(0, length).replace('T', ' ')} UTC`;

/** "3 min 20 s" */
function spanOf(seconds: number): string {
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`;
}

/** Figures with their names. The third value marks one that should be 0. */
function Facts({ items }: { items: readonly (readonly [string, number | string, boolean?])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4">
      {items.map(([name, value, shouldBeZero]) => (
        <div key={name}>
          <dt className="text-13 text-faded">{name}</dt>
          <dd className="font-serif text-27 font-semibold lining-nums">
            {shouldBeZero && value !== 0 ? (
              <Alarming>{value}</Alarming>
            ) : typeof value === 'number' ? (
              formatNumber(value)
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TaskProps {
  label: string;
  /** What the message says once the task has started. */
  done: string;
  mutation: ReturnType<typeof readAllTextsMutation>;
}

function Task({ label, done, mutation }: TaskProps) {
  const { mutate, isPending } = useMutation({
    ...mutation,
    onSuccess: () => toast.success(done, { key: label }),
    onError: (error) => toast.error(messageOf(error), { key: label }),
  });
  return (
    <Button size="small" busy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  );
}

function Dependencies({ health: { dependencies } }: { health: SystemStatus['health'] }) {
  return (
    <DataTable
      label="Dependencies"

      rows={Object.entries(dependencies).map(([name, { status, detail, rejected }]) => ({
        key: name,
        cells: {
          Dependency: name,
          State: status === 'up' ? <Good>Up</Good> : <Alarming>Down</Alarming>,
          Reason: detail,
          'What to do': (
            <RunbookLink chapter={rejected ? 'the-file-storage-rejects-requests' : 'the-archive-is-unavailable'} />
          ),
        },
      }))}
    />
  );
}

const Good = ({ children }: { children: ReactNode }) => <span className="text-sea">{children}</span>;

/** A worker without a heartbeat for this long counts as unresponsive. Workers send one every five seconds. */
const SILENT_SECONDS = 20;

function Workers({ workers }: { workers: WorkerState[] }) {
  if (workers.length === 0)
    return (
      <p>
        <Alarming>No worker has run in the last day. Imports and thumbnails are waiting.</Alarming>{' '}
        <RunbookLink chapter="a-worker-is-down" />
      </p>
    );
  return (
    <DataTable
      label="Workers"

      rows={workers.map(({ name, heartbeat_age, started_at, running, completed, failed }) => ({
        key: name,
        cells: {
          Worker: name,
          Heartbeat:
            heartbeat_age > SILENT_SECONDS ? (
              <Alarming>No heartbeat for {spanOf(heartbeat_age)}</Alarming>
            ) : (
              <>
                <Good>Alive</Good>, {spanOf(heartbeat_age)} ago
              </>
            ),
          Started: instantText(started_at),
          Running: running,
          Completed: completed,
          Failed: alarmIfAny(failed),
          'What to do': <RunbookLink chapter="a-worker-is-down" />,
        },
      }))}
    />
  );
}

function Queues({ queues }: { queues: QueueState[] }) {
  return (
    <DataTable
      label="Queues"

      rows={queues.map((queue) => ({
        key: queue.name,
        cells: {
          Queue: <BackendLink href={`/ops/queues/queue/${encodeURIComponent(queue.name)}`}>{queue.name}</BackendLink>,
          State: queue.paused ? <Alarming>Paused</Alarming> : 'Running',
          Waiting: queue.counts.waiting,
          'Oldest waiting': queue.counts.waiting > 0 && spanOf(queue.oldest_waiting_seconds),
          Active: queue.counts.active,
          Scheduled: queue.counts.delayed,
          'Failed this week': alarmIfAny(queue.counts.failed),
          Actions: <QueueControls queue={queue} />,
          'What to do': <RunbookLink chapter="a-queue-grows" />,
        },
      }))}
    />
  );
}

function QueueControls({ queue: { name, paused, counts } }: { queue: QueueState }) {
  const { mutate, isPending } = useMutation({
    ...controlQueueMutation(useQueryClient()),
    onError: (error) => toast.error(messageOf(error), { key: `queue ${name}` }),
  });
  const control = (action: 'pause' | 'resume' | 'retry', text: string) => (
    <Button size="small" busy={isPending} onClick={() => mutate({ name, action })}>
      {text}
      <VisuallyHidden> {name}</VisuallyHidden>
    </Button>
  );
  return (
    <span className="flex gap-2 whitespace-nowrap">
      {paused ? control('resume', 'Resume') : control('pause', 'Pause')}
      {counts.failed > 0 && control('retry', 'Retry failed')}
    </span>
  );
}

function Imports({ imports: { operations, stalled, failed, last_hour, last_day } }: { imports: ImportsState }) {
  return (
    <>
      <Facts
        items={[
          ['Waiting', operations.initializing],
          ['Running', operations.running],
          ['Stalled', stalled, true],
          ['Completed', operations.completed],
          ['Failed', operations.failed],
          ['Canceled', operations.cancelled],
        ]}
      />
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <Chart title="Last hour" unit="minute" counts={last_hour} />
        <Chart title="Last day" unit="hour" counts={last_day} />
      </div>
      {failed.length === 0 ? (
        <p>No failed imports.</p>
      ) : (
        <DataTable
          label="Failed imports"

          rows={failed.map(({ id, filename, error_message, started_by, finished_at }) => ({
            key: id,
            cells: {
              'Failed import': <TextLink href={`/voyages/import/${id}`}>{filename}</TextLink>,
              Reason: error_message,
              By: started_by,
              When: instantText(finished_at),
              'What to do': <RunbookLink chapter="an-import-has-failed" />,
            },
          }))}
        />
      )}
    </>
  );
}

const CHART_HEIGHT = 60;

/** A bar chart of one series, oldest value first. */
function Chart({ title, unit, counts }: { title: string; unit: string; counts: readonly number[] }) {
  const sum = counts.reduce((total, count) => total + count, 0);
  const most = Math.max(1, ...counts);
  return (
    <figure className="min-w-65 flex-1">
      <div aria-hidden className="flex items-end gap-px border-b border-rule" style={{ height: CHART_HEIGHT }}>
        {counts.map((count, index) => (
          <span
            key={index}
            className="flex-1 bg-navy"
            style={{ height: count === 0 ? 1 : Math.max(2, (count / most) * CHART_HEIGHT) }}
          />
        ))}
      </div>
      <figcaption className="mt-1 text-13 text-faded">
        {title}: <strong>{formatNumber(sum)}</strong> voyages saved by imports
        {sum > 0 && `, up to ${formatNumber(most)} in one ${unit}`}
      </figcaption>
    </figure>
  );
}

const TASKS = new Map([
  ['picture', 'Preview'],
  ['document', 'Import'],
]);
const REASONS = { memory: 'Too much memory', time: 'Too much time', crash: 'Crashed' };

function Quarantined({ files }: { files: NonNullable<SystemStatus['quarantined']> }) {
  const release = useMutation({
    ...releaseFileMutation(useQueryClient()),
    onError: (error) => toast.error(messageOf(error), { key: 'quarantine' }),
  });
  if (files.length === 0) return <p>No quarantined files.</p>;
  return (
    <>
      <Lede>
        Decoding these files failed twice. They are kept, but are not processed again until you choose Try again. Then
        retry failed imports on their pages.
      </Lede>
      <DataTable
        label="Quarantined files"

        rows={files.map(({ sha256, name, task, reason, crashed_at }) => ({
          key: sha256,
          cells: {
            File: name,
            Task: TASKS.get(task),
            Reason: REASONS[reason],
            'Last tried': instantText(crashed_at),
            Actions: (
              <Button
                size="small"
                busy={release.isPending && release.variables === sha256}
                onClick={() => release.mutate(sha256)}
              >
                Try again<VisuallyHidden> {name}</VisuallyHidden>
              </Button>
            ),
          },
        }))}
      />
    </>
  );
}

function Retention({ rules }: { rules: NonNullable<SystemStatus['retention']> }) {
  return (
    <DataTable
      label="Retention"

      rows={rules.map(({ what, duration, why, run }) => ({
        key: what,
        cells: {
          What: what,
          Retained: duration,
          Why: why,
          'Last run': run ? (
            <>
              {instantText(run.ran_at)}
              {run.error !== null && (
                <span className="block">
                  <Alarming>Failed: {run.error}</Alarming>
                </span>
              )}
            </>
          ) : (
            'Not yet'
          ),
          'Deleted so far': formatNumber(run?.removed_total ?? 0),
        },
      }))}
    />
  );
}
