import { formatFileSize, formatNumber } from '@archive/contracts/format';
import type { Health } from '../../common/index.ts';
import type { QuarantinedFile } from '../sandbox/index.ts';
import { type DiskState, diskWarning } from '../storage/index.ts';
import type {
  FailedImport,
  FilesState,
  IngestState,
  QueueState,
  RetentionState,
  TextsState,
  Throughput,
  WorkerState,
} from './archive-state.ts';
import { BOARD_PATH, FONTS_LINK, PAGE_STYLE, escape, masthead } from './plain-page.ts';
import { SECURITY_PATH } from './security-page.ts';

/** State of the archive. A property is undefined while the service that reports it is unavailable. */
interface OpsView {
  title: string;
  at: Date;
  health: Awaited<ReturnType<Health['check']>>;
  queues: QueueState[] | undefined;
  ingest: IngestState | undefined;
  files: FilesState | undefined;
  texts: TextsState | undefined;
  failedImports: FailedImport[] | undefined;
  throughput: Throughput | undefined;
  workers: WorkerState[] | undefined;
  quarantined: QuarantinedFile[] | undefined;
  retention: RetentionState[] | undefined;
  /** Also undefined if no disk is monitored. */
  disk: DiskState | undefined;
}

/** A link to a section of the runbook. */
const runbook = (chapter: string, text = 'Runbook') => `<a href="/ops/runbook#${chapter}">${text}</a>`;

const UNAVAILABLE = '<p class="bad">Not available: a service it depends on does not respond.</p>';

/** Formats a duration: "3 min 20 s". */
function spanOf(seconds: number): string {
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`;
}

const number = (value: number, bad = false) => `<td class="number${bad && value > 0 ? ' bad' : ''}">${value}</td>`;

const STATUS = { up: '<span class="good">Up</span>', down: '<span class="bad">Down</span>' };

const warnings = ({ warnings: messages }: OpsView['health']) =>
  messages.map((sentence) => `<p class="bad">${escape(sentence)}</p>`).join('');

const dependencies = ({ dependencies: states }: OpsView['health']) =>
  `<div class="wide" tabindex="0" role="region" aria-label="Dependencies"><table><thead><tr><th scope="col">Dependency</th><th scope="col">State</th><th scope="col">Reason</th><th scope="col">What to do</th></tr></thead><tbody>${Object.entries(
    states,
  )
    .map(
      ([name, { status, detail, rejected }]) =>
        `<tr><th scope="row">${escape(name)}</th><td>${STATUS[status]}</td><td>${escape(detail ?? '')}</td><td>${runbook(rejected ? 'the-file-storage-rejects-requests' : 'the-archive-is-unavailable')}</td></tr>`,
    )
    .join('')}</tbody></table></div>`;

/** A form with one button. Multipart is the only form encoding that the server parses. It checks the origin, as for every change. */
const control = (queue: string, action: string, text: string) =>
  `<form method="post" action="/ops/queue/${encodeURIComponent(queue)}/${action}" enctype="multipart/form-data"><button aria-label="${text} ${escape(queue)}">${text}</button></form>`;

const controls = (queue: string, paused: boolean, failed: number) =>
  (paused ? control(queue, 'resume', 'Resume') : control(queue, 'pause', 'Pause')) +
  (failed > 0 ? control(queue, 'retry', 'Retry failed') : '');

const queueRow = ({ name, paused, counts, oldestWaitingSeconds }: QueueState) =>
  `<tr><th scope="row"><a href="${BOARD_PATH}/queue/${encodeURIComponent(name)}">${escape(name)}</a></th><td>${paused ? '<span class="bad">Paused</span>' : 'Running'}</td>${number(counts.waiting)}<td class="number">${counts.waiting > 0 ? spanOf(oldestWaitingSeconds) : ''}</td>${number(counts.active)}${number(counts.delayed)}${number(counts.failed, true)}<td class="actions">${controls(name, paused, counts.failed)}</td><td>${runbook('a-queue-grows')}</td></tr>`;

const queueTable = (queues: QueueState[]) =>
  `<div class="wide" tabindex="0" role="region" aria-label="Queues"><table><thead><tr><th scope="col">Queue</th><th scope="col">State</th>${[
    'Waiting',
    'Oldest waiting',
    'Active',
    'Scheduled',
    'Failed this week',
  ]
    .map((head) => `<th scope="col" class="number">${head}</th>`)
    .join(
      '',
    )}<th scope="col">Actions</th><th scope="col">What to do</th></tr></thead><tbody>${queues.map(queueRow).join('')}</tbody></table></div>`;

const facts = (pairs: [string, number | string, boolean?][]) =>
  `<dl>${pairs.map(([name, value, bad]) => `<div><dt>${name}</dt><dd${bad && value !== 0 ? ' class="bad"' : ''}>${value}</dd></div>`).join('')}</dl>`;

const ingestFacts = ({ operations, stalled }: IngestState) =>
  facts([
    ['Waiting', operations.initializing],
    ['Running', operations.running],
    ['Stalled', stalled, true],
    ['Completed', operations.completed],
    ['Failed', operations.failed],
    ['Canceled', operations.cancelled],
  ]);

const formatInstant = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

const failedTable = (failed: FailedImport[]) =>
  failed.length === 0
    ? '<p>No failed imports.</p>'
    : `<div class="wide" tabindex="0" role="region" aria-label="Failed imports"><table><thead><tr><th scope="col">Failed import</th><th scope="col">Reason</th><th scope="col">By</th><th scope="col">When</th><th scope="col">What to do</th></tr></thead><tbody>${failed
        .map(
          ({ id, filename, started_by, error_message, finished_at }) =>
            `<tr><th scope="row"><a href="/voyages/import/${id}">${escape(filename)}</a></th><td>${escape(error_message)}</td><td>${escape(started_by)}</td><td>${formatInstant(finished_at)}</td><td>${runbook('an-import-has-failed')}</td></tr>`,
        )
        .join('')}</tbody></table></div>`;

const CHART = { width: 300, height: 60 };

/** A bar chart of one series, oldest value first. */
function chart(title: string, unit: string, counts: readonly number[]): string {
  const sum = counts.reduce((total, count) => total + count, 0);
  const maxCount = Math.max(1, ...counts);
  const step = CHART.width / counts.length;
  const bars = counts
    .map((count, index) => {
      const height = count === 0 ? 1 : Math.max(2, (count / maxCount) * CHART.height);
      return `<rect x="${(index * step).toFixed(2)}" y="${(CHART.height - height).toFixed(2)}" width="${(step * 0.8).toFixed(2)}" height="${height.toFixed(2)}"/>`;
    })
    .join('');
  const peak = sum === 0 ? '' : `, up to ${maxCount} in one ${unit}`;
  return `<figure><svg viewBox="0 0 ${CHART.width} ${CHART.height}" preserveAspectRatio="none" role="img" aria-label="${title}: ${sum} voyages saved by imports${peak}">${bars}</svg><figcaption>${title}: <strong>${sum}</strong> voyages saved by imports${peak}</figcaption></figure>`;
}

const throughputCharts = ({ hour, day }: Throughput) =>
  `<div class="charts">${chart('Last hour', 'minute', hour)}${chart('Last day', 'hour', day)}</div>`;

/** A worker without a heartbeat for this long counts as unresponsive. Workers send one every five seconds. */
const SILENT_SECONDS = 20;

const workerRow = ({ name, started_at, heartbeatAge, running, completed, failed }: WorkerState) =>
  `<tr><th scope="row">${escape(name)}</th><td>${heartbeatAge > SILENT_SECONDS ? `<span class="bad">No heartbeat for ${spanOf(heartbeatAge)}</span>` : `<span class="good">Alive</span>, ${spanOf(heartbeatAge)} ago`}</td><td>${formatInstant(started_at)}</td>${number(running)}${number(completed)}${number(failed, true)}<td>${runbook('a-worker-is-down')}</td></tr>`;

const workerTable = (workers: WorkerState[]) =>
  workers.length === 0
    ? `<p class="bad">No worker has run in the last day. Imports and thumbnails are waiting. ${runbook('a-worker-is-down')}</p>`
    : `<div class="wide" tabindex="0" role="region" aria-label="Workers"><table><thead><tr><th scope="col">Worker</th><th scope="col">Heartbeat</th><th scope="col">Started</th><th scope="col" class="number">Running</th><th scope="col" class="number">Completed</th><th scope="col" class="number">Failed</th><th scope="col">What to do</th></tr></thead><tbody>${workers.map(workerRow).join('')}</tbody></table></div>`;

const filesFacts = ({ waiting, overdueDeletions, previews }: FilesState) =>
  facts([
    ['Thumbnails waiting', waiting],
    ['Thumbnails failed', previews.reduce((sum, { state, count }) => sum + (state === 'failed' ? count : 0), 0)],
    ['Overdue file deletions', overdueDeletions, true],
  ]);

const textsFacts = ({ waiting, ready, none, failed, pages, pagesRead }: TextsState) =>
  facts([
    ['Files waiting to be read', formatNumber(waiting)],
    ['Files with text', formatNumber(ready)],
    ['Files without text', formatNumber(none)],
    ['Files that couldn’t be read', formatNumber(failed)],
    ...(pages > 0
      ? [['Pages of the current file', `${formatNumber(pagesRead)} of ${formatNumber(pages)}`] as [string, string]]
      : []),
  ]);

const readTexts =
  '<form method="post" action="/ops/texts/read" enctype="multipart/form-data"><button>Recognize the text of all files again</button></form>';

const rebuildPreviews =
  '<form method="post" action="/ops/previews/rebuild" enctype="multipart/form-data"><button>Regenerate all previews</button></form>';

function diskFacts(disk: DiskState): string {
  const { freeBytes, sizeBytes, reserveBytes, reservedBytes } = disk;
  const figures = facts([
    ['Free disk space', formatFileSize(freeBytes)],
    ['Disk size', formatFileSize(sizeBytes)],
    ['Reserve', formatFileSize(reserveBytes)],
    ['Needed by running uploads', formatFileSize(reservedBytes)],
  ]);
  const warning = diskWarning(disk);
  if (warning === undefined) return figures;
  return `<p class="bad" role="status">${warning} ${runbook('the-disk-is-full')}</p>${figures}`;
}

/** A region that the page's script replaces when its content has changed. */
const liveRegion = (name: string, html: string) => `<div data-live="${name}">${html}</div>`;

/** Export of the whole archive as one file. */
const packageTools = `<p>One ZIP file (BagIt 1.0) with every record, its history and the document of all voyages. An archive without records imports it on <a href="/">its home page</a>.</p>
<ul><li><a href="/api/export/package" download>Download all records</a></li><li><a href="/api/export/package?files=1" download>Download all records and files</a></li></ul>`;

/** The start page for operators. */
export function opsPage(view: OpsView): string {
  const {
    title,
    at,
    health,
    queues,
    ingest,
    files,
    texts,
    failedImports,
    throughput,
    workers,
    quarantined,
    retention,
    disk,
  } = view;
  const time = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Operations · ${escape(title)}</title>${FONTS_LINK}<link rel="stylesheet" href="/ops/style.css"><script type="module" src="/ops/live.js"></script></head>
<body>${masthead(title)}<header><h1>System status</h1><p>As of <span data-live="time">${time}</span>. <a href="/ops">Refresh</a></p></header>
<nav aria-label="System status"><ul><li><a href="${BOARD_PATH}">Queue board</a></li><li><a href="/ops/frontends">Micro-frontends</a></li><li><a href="${SECURITY_PATH}">Security log</a></li><li><a href="/voyages/import">Imports</a></li><li><a href="/media-explorer/storage">Storage check</a></li><li><a href="/api/docs">API reference</a></li><li><a href="/">Archive</a></li></ul></nav>
<main><h2>Dependencies</h2>${liveRegion('dependencies', warnings(health) + dependencies(health))}
<h2>Workers</h2>${liveRegion('workers', workers ? workerTable(workers) : UNAVAILABLE)}
<h2>Queues</h2>${liveRegion('queues', queues ? queueTable(queues) : UNAVAILABLE)}
<h2>Imports</h2>${liveRegion('imports', (ingest ? ingestFacts(ingest) : UNAVAILABLE) + (throughput ? throughputCharts(throughput) : '') + (failedImports ? failedTable(failedImports) : ''))}
<h2>Files</h2>${liveRegion('files', (files ? filesFacts(files) : UNAVAILABLE) + (disk ? diskFacts(disk) : ''))}<p>Thumbnails, previews, tiles of large pictures, pages of PDFs, and videos and recordings for browsers. The current ones are shown until the new ones are ready. A file’s own page makes those of one file again.</p>${rebuildPreviews}
<h2>Text of files</h2><p>The text of PDFs, Word documents, scans and photographs, for the search. Pages that curators have edited keep their text when a file is read again.</p>${liveRegion('texts', texts ? textsFacts(texts) : UNAVAILABLE)}${readTexts}
<h2>Quarantined files</h2>${liveRegion('quarantine', quarantined ? quarantineTable(quarantined) : UNAVAILABLE)}
<h2>Retention</h2><p>What the archive deletes automatically, and when. Records, their history, imported documents and releases are never deleted automatically.</p>${liveRegion('retention', retention ? retentionTable(retention) : UNAVAILABLE)}
<h2>Archive package</h2>${packageTools}
<p>For help with problems, see the <a href="/ops/runbook">runbook</a>. Prometheus collects these metrics from /metrics.</p></main>
</body></html>`;
}

export const OPS_STYLE = `${PAGE_STYLE}
body { max-width: 960px; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 16px 0 0; padding: 0; }
nav a { display: inline-block; padding: 4px 0; }
h2 { margin: 40px 0 8px; }
.wide table { min-width: 600px; } .wide, pre { overflow-x: auto; } pre { background: var(--leaf); border: 1px solid var(--rule); border-radius: 6px; padding: 12px; font-size: 13px; }
main p { max-width: 72ch; } code { overflow-wrap: anywhere; } pre code { overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
thead th { color: var(--faded); font-size: 13px; font-weight: 500; } tbody th { font-weight: 500; }
.number { text-align: right; } .nowrap { white-space: nowrap; }
dl { display: flex; flex-wrap: wrap; gap: 16px 40px; margin: 12px 0; } dt { color: var(--faded); font-size: 13px; }
dd { margin: 0; font: 600 27px/1.25 "Museum Serif", Georgia, serif; }
td form { display: inline; } td.actions { white-space: nowrap; }
button { font: inherit; color: var(--navy); background: var(--leaf); border: 1px solid var(--rule); border-radius: 6px; padding: 4px 12px; margin-right: 8px; cursor: pointer; }
.charts { display: flex; flex-wrap: wrap; gap: 16px 40px; margin: 12px 0; } figure { margin: 0; flex: 1 1 260px; }
svg { display: block; width: 100%; height: 60px; fill: var(--navy); border-bottom: 1px solid var(--rule); } figcaption { font-size: 13px; color: var(--faded); }
.good { color: var(--success); } .bad { color: var(--error); font-weight: 600; }
main > p:last-child { margin-top: 40px; }
`;

/** Replaces changed regions every five seconds while the page is visible. Focus and scroll position stay. */
export const OPS_SCRIPT = `const REFRESH_INTERVAL_MS = 5000;
async function refresh() {
  if (document.hidden) return;
  const response = await fetch('/ops', { headers: { accept: 'text/html' } });
  if (!response.ok || response.redirected) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of fresh.querySelectorAll('[data-live]')) {
    const shown = document.querySelector('[data-live="' + part.dataset.live + '"]');
    if (shown && shown.innerHTML !== part.innerHTML && !shown.contains(document.activeElement)) shown.innerHTML = part.innerHTML;
  }
}
setInterval(() => refresh().catch(() => undefined), REFRESH_INTERVAL_MS);
document.addEventListener('visibilitychange', () => refresh().catch(() => undefined));
`;

const TASKS: Record<string, string> = { picture: 'Preview', document: 'Import' };
const REASONS = { memory: 'Too much memory', time: 'Too much time', crash: 'Crashed' };

const HEADS = ['File', 'Task', 'Reason', 'Last tried', ''].map((head) => `<th scope="col">${head}</th>`).join('');

/** A row of the table. Its form uses multipart, the only form encoding that the server accepts. */
function row({ sha256, task, name, reason, crashed_at }: QuarantinedFile): string {
  const time = `${new Date(crashed_at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const action = `/ops/quarantine/${sha256.toString('hex')}/release`;
  const form = `<form method="post" enctype="multipart/form-data" action="${action}"><button aria-label="Try again: ${escape(name)}">Try again</button></form>`;
  return `<tr><th scope="row">${escape(name)}</th><td>${TASKS[task] ?? ''}</td><td>${REASONS[reason]}</td><td>${time}</td><td>${form}</td></tr>`;
}

/** Quarantined files, each with a button that tries it again. */
const quarantineTable = (files: QuarantinedFile[]): string =>
  files.length === 0
    ? '<p>No quarantined files.</p>'
    : `<p>Decoding these files failed twice. They are kept, but are not processed again until you choose Try again. Then retry failed imports on their pages.</p><div class="wide" tabindex="0" role="region" aria-label="Quarantined files"><table><thead><tr>${HEADS}</tr></thead><tbody>${files.map(row).join('')}</tbody></table></div>`;

function lastRun(run: RetentionState['run']): string {
  if (!run) return '<td>Not yet</td><td class="number">0</td>';
  const failed = run.error === null ? '' : `<br><span class="bad">Failed: ${escape(run.error)}</span>`;
  return `<td><span class="nowrap">${formatInstant(run.ran_at)}</span>${failed}</td><td class="number">${formatNumber(run.removed_total)}</td>`;
}

/** A table of the data that is deleted automatically, with the retention periods and reasons. */
const retentionTable = (rules: RetentionState[]) =>
  `<div class="wide" tabindex="0" role="region" aria-label="Retention"><table><thead><tr><th scope="col">What</th><th scope="col">Kept</th><th scope="col">Why</th><th scope="col">Last run</th><th scope="col" class="number">Deleted so far</th></tr></thead><tbody>${rules
    .map(
      ({ what, duration, why, run }) =>
        `<tr><th scope="row">${escape(what)}</th><td>${escape(duration)}</td><td>${escape(why)}</td>${lastRun(run)}</tr>`,
    )
    .join('')}</tbody></table></div>`;
