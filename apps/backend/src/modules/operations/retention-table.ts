import { formatNumber } from '@archive/contracts/format';
import type { RetentionState } from './archive-state.ts';
import { escape } from './plain-page.ts';

const formatInstant = (instant: string) => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

function lastRun(run: RetentionState['run']): string {
  if (!run) return '<td>Not yet</td><td class="number">0</td>';
  const failed = run.error === null ? '' : `<br><span class="bad">Failed: ${escape(run.error)}</span>`;
  return `<td><span class="nowrap">${formatInstant(run.ran_at)}</span>${failed}</td><td class="number">${formatNumber(run.removed_total)}</td>`;
}

/** A table of the data that is deleted automatically, with the retention periods and reasons. */
export const retentionTable = (rules: RetentionState[]) =>
  `<div class="wide" tabindex="0" role="region" aria-label="Retention"><table><thead><tr><th scope="col">What</th><th scope="col">Kept</th><th scope="col">Why</th><th scope="col">Last run</th><th scope="col" class="number">Deleted so far</th></tr></thead><tbody>${rules
    .map(
      ({ what, duration, why, run }) =>
        `<tr><th scope="row">${escape(what)}</th><td>${escape(duration)}</td><td>${escape(why)}</td>${lastRun(run)}</tr>`,
    )
    .join('')}</tbody></table></div>`;
