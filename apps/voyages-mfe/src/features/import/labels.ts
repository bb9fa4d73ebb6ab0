import type { IngestItem, IngestOperation, IngestReport } from '@archive/contracts';
import { isActive } from '@archive/api-client';
import { formatCount, formatNumber } from '@archive/ui';

export type Tone = 'plain' | 'sea' | 'amber' | 'signal' | 'brass';

/** Whether the import or its undo is running. */
export const isInProgress = (operation: IngestOperation) => isActive(operation) || operation.undoing !== null;

/** Status label of an import. */
export function statusOf(operation: IngestOperation): { label: string; tone: Tone } {
  const { status, stalled, cancelled, dry_run, applied_as, undone_at, undoing } = operation;
  if (isInProgress(operation) && stalled) return { label: 'Stalled', tone: 'amber' };
  if (undoing !== null) return { label: 'Undoing', tone: 'amber' };
  if (isActive(operation)) return { label: 'Running', tone: 'brass' };
  if (cancelled) return { label: 'Canceled', tone: 'amber' };
  if (status === 'failed') return { label: 'Failed', tone: 'signal' };
  if (dry_run) return applied_as ? { label: 'Applied', tone: 'sea' } : { label: 'Preview', tone: 'plain' };
  return undone_at ? { label: 'Undone', tone: 'amber' } : { label: 'Imported', tone: 'sea' };
}

export const ACTION_LABELS: Record<IngestItem['action'], { label: string; tone: Tone }> = {
  create: { label: 'New', tone: 'sea' },
  update: { label: 'Changed', tone: 'brass' },
  unchanged: { label: 'Unchanged', tone: 'plain' },
  conflict: { label: 'Conflict', tone: 'amber' },
};

export const planTotal = ({ plan: { create, update, unchanged, conflict } }: IngestReport) =>
  create + update + unchanged + conflict;

/** Summary of the changes: "3 new voyages and 2 changed ones". */
export function planSummary({ plan: { create, update, conflict } }: IngestReport): string | undefined {
  const parts = [
    create > 0 && formatCount(create, 'new voyage'),
    update + conflict > 0 &&
      (create > 0 ? `${formatNumber(update + conflict)} changed` : formatCount(update + conflict, 'changed voyage')),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

/** Line range of the document, 1-based, inclusive. */
export interface LineRange {
  from: number;
  to: number;
}

export const lineLabel = ({ from, to }: LineRange) => (from === to ? `Line ${from}` : `Lines ${from}–${to}`);
