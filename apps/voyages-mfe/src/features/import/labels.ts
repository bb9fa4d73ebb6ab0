import type { IngestItem, IngestOperation, IngestReport } from '@archive/contracts';
import { isActive } from '@archive/api-client';
import { formatCount, formatNumber } from '@archive/ui';

export type Tone = 'plain' | 'sea' | 'amber' | 'signal' | 'brass';

/** Whether the import or its undo is running. */
export const isInProgress = (operation: IngestOperation) => isActive(operation) || operation.undoing !== null;

/** Whether the names in a preview can still be decided, even while the preview is being recomputed. */
export const canDecide = ({ dry_run, status, applied_as, format }: IngestReport) =>
  dry_run && status !== 'failed' && applied_as === null && format !== null;

/** Whether the columns of a table can be mapped, even after a preview that found no voyages in the table. */
export const canMapColumns = ({ dry_run, applied_as, details_deleted_at }: IngestReport) =>
  dry_run && applied_as === null && details_deleted_at === null;

/** Whether someone can mark where the voyages of a text begin. */
export const canMark = (report: IngestReport) =>
  canMapColumns(report) && !isInProgress(report) && (report.format === 'markdown' || report.format === 'docx');

/** The current step, with the reason if it waits. */
export const stepText = (step: string) =>
  step === 'Waiting' ? 'Waiting for its turn. Imports run one at a time' : step;

/** Status label of an import. */
export function statusOf(operation: IngestOperation): { label: string; tone: Tone } {
  const { status, stalled, cancelled, dry_run, undone_at, undoing } = operation;
  if (isInProgress(operation) && stalled) return { label: 'Stalled', tone: 'amber' };
  if (undoing !== null) return { label: 'Undoing', tone: 'amber' };
  if (isActive(operation))
    return { label: dry_run && operation.progress === 100 ? 'Updating' : 'Running', tone: 'brass' };
  if (cancelled) return { label: 'Canceled', tone: 'amber' };
  if (status === 'failed') return { label: 'Failed', tone: 'signal' };
  if (dry_run) return previewStatusOf(operation);
  return undone_at ? { label: 'Undone', tone: 'amber' } : { label: 'Imported', tone: 'sea' };
}

/** Status label of a preview. It is "applied" only once its import is complete. */
function previewStatusOf({ applied_status }: IngestOperation): { label: string; tone: Tone } {
  if (applied_status === null) return { label: 'Preview', tone: 'plain' };
  if (applied_status === 'completed') return { label: 'Preview used', tone: 'sea' };
  return applied_status === 'failed'
    ? { label: 'Preview, not imported', tone: 'amber' }
    : { label: 'Preview, importing', tone: 'brass' };
}

export const ACTION_LABELS: Record<IngestItem['action'], { label: string; tone: Tone }> = {
  create: { label: 'New', tone: 'sea' },
  update: { label: 'Changed', tone: 'brass' },
  unchanged: { label: 'Unchanged', tone: 'plain' },
  conflict: { label: 'Conflict', tone: 'amber' },
  rejected: { label: 'Skipped', tone: 'signal' },
};

export const planTotal = ({ plan: { create, update, unchanged, conflict }, rejected }: IngestReport) =>
  create + update + unchanged + conflict + rejected;

/** Number of voyages that are not imported: those with errors, and those that changed after the preview. */
export const leftOutTotal = ({ rejected, stale_voyages }: IngestReport) => rejected + stale_voyages.length;

function plannedCounts({ plan, stale_voyages: stale }: IngestReport): { create: number; changed: number } {
  const addedCount = stale.filter(({ reason }) => reason === 'added').length;
  return {
    create: plan.create - addedCount,
    changed: plan.update + plan.conflict - (stale.length - addedCount),
  };
}

/** Number of voyages that are added or changed. */
export function plannedTotal(report: IngestReport): number {
  const { create, changed } = plannedCounts(report);
  return create + changed;
}

/** Summary of the changes, without skipped voyages: "3 new voyages and 2 changed". */
export function planSummary(report: IngestReport): string | undefined {
  const { create, changed: changedCount } = plannedCounts(report);
  const parts = [
    create > 0 && formatCount(create, 'new voyage'),
    changedCount > 0 &&
      (create > 0 ? `${formatNumber(changedCount)} changed` : formatCount(changedCount, 'changed voyage')),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

/** Line range of the document, 1-based, inclusive. */
export interface LineRange {
  from: number;
  to: number;
}

export const lineLabel = ({ from, to }: LineRange) => (from === to ? `Line ${from}` : `Lines ${from}–${to}`);
