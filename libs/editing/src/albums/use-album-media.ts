import { albumMediaMutation } from '@archive/api-client';
import type { AlbumWithMedia, MediaItem } from '@archive/contracts';
import { useQueryClient } from '@archive/query';
import { formatCount, toast } from '@archive/ui';
import { useMediaOrder } from './use-media-order.ts';

const includes = (list: readonly MediaItem[], { media_slug }: MediaItem) =>
  list.some((item) => item.media_slug === media_slug);

/** Changes the media of an album optimistically. Shows a toast after a failure, and one with Undo after a removal. */
export function useAlbumMedia(
  { album_slug, title, media }: Pick<AlbumWithMedia, 'album_slug' | 'title' | 'media'>,
  noun: string,
) {
  const toastKey = `album-media ${album_slug}`;
  const mutation = albumMediaMutation(useQueryClient(), album_slug);
  const { announcement, change, move } = useMediaOrder(mutation, { toastKey, subject: `this ${noun}` });
  const failedToAdd = `Failed to add media to ${noun}`;

  return {
    /** Text that announces the result of a move to screen readers. */
    announcement,
    /** Resolves to true if the items were added. */
    add: (items: readonly MediaItem[]) =>
      change((visible) => [...visible, ...items.filter((item) => !includes(visible, item))], failedToAdd),
    showAddFailure: () => toast.error(failedToAdd, { key: toastKey }),
    move,
    remove: (items: readonly MediaItem[]) => {
      const previousMedia = media;
      void change((visible) => visible.filter((item) => !includes(items, item)), `Failed to remove media from ${noun}`);
      const [firstItem] = items;
      const removed = items.length === 1 && firstItem ? `“${firstItem.title}”` : formatCount(items.length, 'item');
      toast(`${removed} removed from “${title}”`, {
        action: {
          label: 'Undo',
          onClick: () =>
            void change(
              (visible) => [
                ...previousMedia.filter((item) => includes(items, item) || includes(visible, item)),
                ...visible.filter((item) => !includes(previousMedia, item)),
              ],
              failedToAdd,
            ),
        },
      });
    },
  };
}
