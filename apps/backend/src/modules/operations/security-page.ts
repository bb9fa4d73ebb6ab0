import { SECURITY_EVENTS, type SecurityEventFilters, type SecurityEventRow } from '../security-log/index.ts';
import { escape, FONTS_LINK, masthead, PAGE_STYLE } from './plain-page.ts';

export const SECURITY_PATH = '/ops/security';

export interface SecurityView {
  title: string;
  filters: SecurityEventFilters;
  /** One sentence per invalid filter. */
  problems: string[];
  actors: string[];
  /** Undefined while the database is unavailable. */
  events: SecurityEventRow[] | undefined;
  nextBefore: number | null;
}

/** Kinds of failed attempts, shown in red. */
const FAILURES = /failed|throttled|rejected/;

const urlOf = (filters: Partial<SecurityEventFilters>) => {
  const activeFilters = Object.entries(filters).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)] as [string, string]],
  );
  const query = new URLSearchParams(activeFilters).toString();
  return query === '' ? SECURITY_PATH : `${SECURITY_PATH}?${query}`;
};

const option = (value: string, label: string, selected: string | null) =>
  `<option value="${escape(value)}"${value === (selected ?? '') ? ' selected' : ''}>${escape(label)}</option>`;

function form({ kind, actor, address, from, to }: SecurityEventFilters, actors: string[]): string {
  const kinds = Object.entries(SECURITY_EVENTS).map(([value, label]) => option(value, label, kind));
  const actorOptions = actor === null || actors.includes(actor) ? actors : [...actors, actor];
  const field = (name: string, label: string, input: string) =>
    `<div><label for="${name}">${label}</label>${input}</div>`;
  const text = (name: string, type: string, value: string | null) =>
    `<input id="${name}" name="${name}" type="${type}" value="${escape(value ?? '')}">`;
  return `<form action="${SECURITY_PATH}" role="search" aria-label="Filter events">
${field('kind', 'Event', `<select id="kind" name="kind">${option('', 'All events', kind)}${kinds.join('')}</select>`)}
${field('actor', 'Who', `<select id="actor" name="actor">${option('', 'Everyone', actor)}${actorOptions.map((item) => option(item, item, actor)).join('')}</select>`)}
${field('address', 'IP address', text('address', 'text', address))}
${field('from', 'From', text('from', 'date', from))}
${field('to', 'To', text('to', 'date', to))}
<p><button>Filter</button> <a href="${SECURITY_PATH}">Clear filters</a></p></form>`;
}

const link = (filters: Partial<SecurityEventFilters>, text: string | null) =>
  text === null ? '' : `<a href="${escape(urlOf(filters))}">${escape(text)}</a>`;

const detailsOf = (details: SecurityEventRow['details']) =>
  Object.entries(details)
    .map(([name, value]) => `${escape(name.replaceAll('_', ' '))}: ${escape(String(value))}`)
    .join('<br>');

const row = ({ at, kind, actor, address, details, request_id }: SecurityEventRow) =>
  `<tr><td class="time">${escape(new Date(at).toISOString().slice(0, 19).replace('T', ' '))}</td><th scope="row"${FAILURES.test(kind) ? ' class="bad"' : ''}>${escape(SECURITY_EVENTS[kind] ?? kind)}</th><td>${link({ actor }, actor)}</td><td>${link({ address }, address)}</td><td class="details">${detailsOf(details)}</td><td class="request">${escape(request_id ?? '')}</td></tr>`;

function content({ filters, events, nextBefore }: SecurityView): string {
  if (!events) return '<p class="bad">Not available: a service it depends on does not respond.</p>';
  const isFiltered = Object.values(filters).some((value) => value !== null);
  if (events.length === 0)
    return isFiltered
      ? `<p>No events match these filters. <a href="${SECURITY_PATH}">Clear filters</a></p>`
      : '<p>No events yet. Sign-ins, rejected requests and releases appear here.</p>';
  const heads = ['Time (UTC)', 'Event', 'Who', 'IP address', 'Details', 'Request'];
  const pages = [
    ...(filters.before === null ? [] : [`<a href="${escape(urlOf({ ...filters, before: null }))}">Newest</a>`]),
    ...(nextBefore === null
      ? []
      : [`<a rel="next" href="${escape(urlOf({ ...filters, before: nextBefore }))}">Older</a>`]),
  ];
  return `<div class="wide" tabindex="0" role="region" aria-label="Events"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${events.map(row).join('')}</tbody></table></div>
${pages.length > 0 ? `<nav aria-label="Pages">${pages.join(' ')}</nav>` : ''}`;
}

/** The security log, with filters that work without scripts. */
export function securityPage(view: SecurityView): string {
  const { title, filters, problems, actors } = view;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Security log · ${escape(title)}</title>${FONTS_LINK}<link rel="stylesheet" href="/ops/security.css"></head>
<body>${masthead(title)}<header><p><a href="/ops">System status</a></p><h1>Security log</h1><p>Sign-ins, sessions, tokens, rejected requests and releases of the last 90 days, newest first.</p></header>
<main>${form(filters, actors)}
${problems.map((problem) => `<p class="bad" role="alert">${escape(problem)}</p>`).join('')}
${content(view)}</main>
</body></html>`;
}

export const SECURITY_STYLE = `${PAGE_STYLE}
body { max-width: 1200px; }
form { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px 16px; margin: 24px 0; }
form p { grid-column: 1 / -1; margin: 0; max-width: none; }
label { display: block; color: var(--faded); font-size: 13px; }
input, select, button { font: inherit; color: inherit; background: var(--leaf); border: 1px solid var(--faded); border-radius: 6px;
  padding: 6px 10px; min-height: 40px; width: 100%; }
button { width: auto; background: var(--navy); border-color: var(--navy); color: var(--leaf); margin-right: 16px; cursor: pointer; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
thead th { color: var(--faded); font-size: 13px; font-weight: 500; white-space: nowrap; } tbody th { font-weight: 500; }
.time { white-space: nowrap; } .details { min-width: 26ch; } .request { color: var(--faded); font-size: 13px; overflow-wrap: anywhere; min-width: 12ch; }
nav { margin-top: 16px; } nav a { display: inline-block; padding: 4px 16px 4px 0; }
.bad { color: var(--error); font-weight: 600; }
`;
