import type { Health } from '../../common/index.ts';
import type { FilesState, IngestState, QueueState } from './archive-state.ts';
import { escape, PAGE_STYLE } from './plain-page.ts';
import { BOARD_PATH } from './board-path.ts';
import { SECURITY_PATH } from './security-page.ts';

/** State of the archive; a part is undefined while the service that reports it is unavailable. */
export interface OpsView {
  title: string;
  at: Date;
  health: Awaited<ReturnType<Health['check']>>;
  queues: QueueState[] | undefined;
  ingest: IngestState | undefined;
  files: FilesState | undefined;
}

const UNAVAILABLE = '<p class="bad">Not available: a service it depends on does not answer.</p>';

/** "3 min 20 s". */
function spanOf(seconds: number): string {
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`;
}

const number = (value: number, bad = false) => `<td class="number${bad && value > 0 ? ' bad' : ''}">${value}</td>`;

const STATUS = { up: '<span class="good">Up</span>', down: '<span class="bad">Down</span>' };

const dependencies = ({ dependencies: all }: OpsView['health']) =>
  `<table><thead><tr><th scope="col">Dependency</th><th scope="col">State</th><th scope="col">Reason</th></tr></thead><tbody>${Object.entries(
    all,
  )
    .map(
      ([name, { status, detail }]) =>
        `<tr><th scope="row">${escape(name)}</th><td>${STATUS[status]}</td><td>${escape(detail ?? '')}</td></tr>`,
    )
    .join('')}</tbody></table>`;

const queueRow = ({ name, paused, counts, oldestWaiting }: QueueState) =>
  `<tr><th scope="row"><a href="${BOARD_PATH}/queue/${encodeURIComponent(name)}">${escape(name)}</a></th><td>${paused ? '<span class="bad">Paused</span>' : 'Running'}</td>${number(counts.waiting)}<td class="number">${counts.waiting > 0 ? spanOf(oldestWaiting) : ''}</td>${number(counts.active)}${number(counts.delayed)}${number(counts.failed, true)}</tr>`;

const queueTable = (queues: QueueState[]) =>
  `<div class="wide" tabindex="0" role="region" aria-label="Queues"><table><thead><tr><th scope="col">Queue</th><th scope="col">State</th>${[
    'Waiting',
    'Oldest waiting',
    'Active',
    'Scheduled',
    'Failed this week',
  ]
    .map((head) => `<th scope="col" class="number">${head}</th>`)
    .join('')}</tr></thead><tbody>${queues.map(queueRow).join('')}</tbody></table></div>`;

const facts = (pairs: [string, number, boolean?][]) =>
  `<dl>${pairs.map(([name, value, bad]) => `<div><dt>${name}</dt><dd${bad && value > 0 ? ' class="bad"' : ''}>${value}</dd></div>`).join('')}</dl>`;

const ingestFacts = ({ operations, stalled }: IngestState) =>
  facts([
    ['Waiting', operations.initializing],
    ['Running', operations.running],
    ['Stalled', stalled, true],
    ['Completed', operations.completed],
    ['Failed', operations.failed],
  ]);

const filesFacts = ({ waiting, overdueDeletions, pictures }: FilesState) =>
  facts([
    ['Thumbnails waiting', waiting],
    ['Thumbnails failed', pictures.reduce((sum, { state, count }) => sum + (state === 'failed' ? count : 0), 0)],
    ['Deletions overdue', overdueDeletions, true],
  ]);

/** The first page for operators. */
export function opsPage({ title, at, health, queues, ingest, files }: OpsView): string {
  const time = `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Operations · ${escape(title)}</title><link rel="stylesheet" href="/ops/style.css"></head>
<body><header><h1>Operations</h1><p>${escape(title)}, as of ${time}. <a href="/ops">Refresh</a></p></header>
<nav aria-label="Operations"><ul><li><a href="${BOARD_PATH}">Queue board</a></li><li><a href="/ops/frontends">Micro-frontends</a></li><li><a href="${SECURITY_PATH}">Security log</a></li><li><a href="/voyages/import">Imports</a></li><li><a href="/media-explorer/storage">Storage</a></li><li><a href="/api/docs">API reference</a></li><li><a href="/">Archive</a></li></ul></nav>
<main><h2>Dependencies</h2>${dependencies(health)}
<h2>Queues</h2>${queues ? queueTable(queues) : UNAVAILABLE}
<h2>Imports</h2>${ingest ? ingestFacts(ingest) : UNAVAILABLE}
<h2>Files</h2>${files ? filesFacts(files) : UNAVAILABLE}
<p>For what to do about a problem, see the runbook in docs/runbook.md. Prometheus reads the same metrics over time from /metrics.</p></main>
</body></html>`;
}

export const OPS_STYLE = `${PAGE_STYLE}
body { max-width: 960px; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 16px 0 0; padding: 0; }
nav a { display: inline-block; padding: 4px 0; }
h2 { margin: 40px 0 8px; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
thead th { color: var(--faded); font-size: 13px; font-weight: 500; } tbody th { font-weight: 500; }
.number { text-align: right; }
dl { display: flex; flex-wrap: wrap; gap: 16px 40px; margin: 12px 0; } dt { color: var(--faded); font-size: 13px; }
dd { margin: 0; font: 600 27px/1.25 "Source Serif 4", Georgia, serif; }
.good { color: var(--success); } .bad { color: var(--error); font-weight: 600; }
main > p:last-child { margin-top: 40px; }
`;
