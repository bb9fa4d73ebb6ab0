import { findDuplicates } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { type DraftFile, enteredFields, type SharedFields } from './upload-draft.ts';

/** Media with the same credit and date in the folder (SPEC section 5). If the check fails, returns no duplicates. */
export async function possibleDuplicates(
  drafts: readonly DraftFile[],
  shared: SharedFields,
  folder: string,
): Promise<MediaItem[]> {
  const entered = drafts.map(({ values }) => enteredFields(values, shared));
  const pairs = new Map(entered.map(({ credit = '', date = '' }) => [`${date} ${credit}`, { credit, date }]));
  const found = await Promise.all(
    [...pairs.values()]
      .filter(({ credit, date }) => credit !== '' && date !== '')
      .map(({ credit, date }) =>
        findDuplicates({ credit, date, folder }).then(
          ({ items }) => items,
          () => [],
        ),
      ),
  );
  return found.flat();
}
