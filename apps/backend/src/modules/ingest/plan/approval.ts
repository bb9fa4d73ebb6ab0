import type { IngestReport } from '@archive/contracts';
import { formatCount } from '@archive/contracts/format';

/** Why an import waits for a second curator; undefined if one may change so many voyages alone. */
export function approvalNeeded({ create, update }: IngestReport['plan'], limit: number | null): string | undefined {
  if (limit === null || create + update <= limit) return undefined;
  return `This import adds or changes ${formatCount(create + update, 'voyage')}. With more than ${limit}, another curator has to approve the preview first.`;
}
