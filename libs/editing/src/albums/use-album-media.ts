import { albumMediaMutation, isConflict } from '@archive/api-client';
import type { AlbumWithMedia, MediaItem } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { formatCount, toast } from '@archive/ui';
import { useState } from 'react';

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

type Change = (visible: MediaItem[]) => MediaItem[];

/**
 * Changes ordered media optimistically, with `albumMediaMutation` or `voyageMediaMutation`. Shows a toast after a failure.
 *
 * @param subject for example "this album"
 */
export function useMediaOrder<Stored>(
  mutation: Parameters<typeof useMutation<Stored, Error, Change, void>>[0],
  { toastKey, subject }: { toastKey: string; subject: string },
) {
  const { mutateAsync } = useMutation(mutation);
  const [announcement, setAnnouncement] = useState('');

  /** Resolves to true if the change was stored. */
  const change = (next: Change, failure: string): Promise<boolean> =>
    mutateAsync(next).then(
      () => {
        toast.dismissByKey(toastKey);
        return true;
      },
      (error: unknown) => {
        const conflict = `Someone else changed ${subject}. It now shows their version. Try again.`;
        toast.error(isConflict(error) ? conflict : failure, { key: toastKey });
        return false;
      },
    );

  return {
    /** Text that announces the result of a move to screen readers. */
    announcement,
    change,
    move: (next: Change, announce: (order: MediaItem[]) => string) => {
      let isAnnounced = false;
      return void change((current) => {
        const order = next(current);
        // Sending the change applies it again, to the last known version on the server.
        if (!isAnnounced) setAnnouncement(announce(order));
        isAnnounced = true;
        return order;
      }, `Failed to reorder ${subject}. Try again.`);
    },
  };
}
