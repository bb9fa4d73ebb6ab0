import type { QuarantinedFile } from '../sandbox/index.ts';
import { escape } from './plain-page.ts';

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
export const quarantineTable = (files: QuarantinedFile[]): string =>
  files.length === 0
    ? '<p>No quarantined files.</p>'
    : `<p>Decoding these files failed twice. They are kept, but are not processed again until you choose Try again. Then retry failed imports on their pages.</p><div class="wide" tabindex="0" role="region" aria-label="Quarantined files"><table><thead><tr>${HEADS}</tr></thead><tbody>${files.map(row).join('')}</tbody></table></div>`;
