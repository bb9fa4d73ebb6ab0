import { fetchMatchingMedia, messageOf, type MediaFilterParams } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { type Selection, useSelection } from '@archive/editing';
import { formatNumber, toast } from '@archive/ui';
import { useMemo, useState } from 'react';
import type { SelectedFile } from '../bulk/selected-file.ts';

const keyOf = ({ media_slug }: SelectedFile) => media_slug ?? '';

const merge = (...lists: (readonly SelectedFile[])[]) => [
  ...new Map(lists.flat().map((file) => [keyOf(file), file])).values(),
];

/** A selection that keeps files of other pages and searches. `all` selects every match, not only the current page. */
export function useAllSelection(page: StoredFile[], filters: MediaFilterParams): Selection<SelectedFile> {
  const [knownFiles, setKnown] = useState<SelectedFile[]>([]);
  const files = useMemo(() => merge(knownFiles, page), [knownFiles, page]);
  const selection = useSelection<SelectedFile>(files, keyOf, page);
  return {
    ...selection,
    toggle: (key, range) => {
      setKnown(files);
      selection.toggle(key, range);
    },
    all: () =>
      void fetchMatchingMedia(filters).then(
        ({ media, total }) => {
          const matches = media.map((item) => ({ ...item, name: item.title, url: '' }));
          setKnown((current) => merge(current, matches));
          selection.select(matches);
          if (media.length < total)
            toast.error(`Only the newest ${formatNumber(media.length)} of ${formatNumber(total)} files are selected.`);
        },
        (error: unknown) => toast.error(`Couldn’t select all: ${messageOf(error)}`),
      ),
  };
}
