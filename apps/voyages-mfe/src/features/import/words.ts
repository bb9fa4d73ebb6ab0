import type { IngestItem, IngestOperation, IngestReport } from '@archive/contracts';
import { isActive } from '@archive/api-client';

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

export const moment = (at: string) => new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });

export type Tone = 'plain' | 'sea' | 'amber' | 'signal' | 'brass';

/** Being taken in, or taken back. */
export const isAtWork = (operation: IngestOperation) => isActive(operation) || operation.undoing !== null;

/** What an operation is, in a word or two. */
export function stateOf(operation: IngestOperation): { word: string; tone: Tone } {
  const { status, stalled, cancelled, dry_run, applied_as, undone_at, undoing } = operation;
  if (isAtWork(operation) && stalled) return { word: 'Stalled', tone: 'amber' };
  if (undoing !== null) return { word: 'Being undone', tone: 'amber' };
  if (isActive(operation)) return { word: 'At work', tone: 'brass' };
  if (cancelled) return { word: 'Cancelled', tone: 'amber' };
  if (status === 'failed') return { word: 'Failed', tone: 'signal' };
  if (dry_run) return applied_as ? { word: 'Applied', tone: 'sea' } : { word: 'Trial run', tone: 'plain' };
  return undone_at ? { word: 'Undone', tone: 'amber' } : { word: 'Taken in', tone: 'sea' };
}

export const ACTION_WORDS: Record<IngestItem['action'], { word: string; tone: Tone }> = {
  create: { word: 'New', tone: 'sea' },
  update: { word: 'Changed', tone: 'brass' },
  unchanged: { word: 'Unchanged', tone: 'plain' },
  conflict: { word: 'Conflict', tone: 'amber' },
};

export const plannedOf = ({ plan: { create, update, unchanged, conflict } }: IngestReport) =>
  create + update + unchanged + conflict;

/** What applying would change: "3 new voyages and 2 changed ones". */
export function effectOf({ plan: { create, update, conflict } }: IngestReport): string | undefined {
  const parts = [
    create > 0 && counted(create, 'new voyage'),
    update + conflict > 0 &&
      (create > 0
        ? `${(update + conflict).toLocaleString('en-US')} changed`
        : counted(update + conflict, 'changed voyage')),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

/** Lines of the document, 1-based and both included. */
export interface Lines {
  from: number;
  to: number;
}

export const linesOf = ({ from, to }: Lines) => (from === to ? `Line ${from}` : `Lines ${from}–${to}`);
