import { findDuplicates } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import type { DraftFile, SharedFields } from './upload-draft.ts';

/** Media with the same credit and date in the folder (SPEC section 5). A failed check counts as no duplicates. */
export async function possibleDuplicates(
  drafts: readonly DraftFile[],
  shared: SharedFields,
  folder: string,
): Promise<MediaItem[]> {
  const credit = shared.credit.trim();
  const dates = [...new Set(drafts.map(({ values }) => values.date || shared.date).filter(Boolean))];
  if (credit === '' || dates.length === 0) return [];
  const found = await Promise.all(
    dates.map((date) =>
      findDuplicates({ credit, date, folder }).then(
        ({ items }) => items,
        () => [],
      ),
    ),
  );
  return found.flat();
}
