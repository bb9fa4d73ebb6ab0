import type { IngestReport } from '@archive/contracts';
import { formatCount, formatNumber } from '@archive/contracts/format';

/**
 * Why so many voyages wait for a second curator; undefined if one may change them alone. Conflicts count too: a choice can change each voyage
 * that has one.
 */
export function approvalNeeded(
  { create, update, conflict }: IngestReport['plan'],
  limit: number | null,
): string | undefined {
  const voyages = create + update + conflict;
  if (limit === null || voyages <= limit) return undefined;
  return `This import adds or changes ${formatCount(voyages, 'voyage')}. With more than ${formatNumber(limit)}, another curator has to approve the preview first.`;
}
