import { isConflict } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useMutation } from '@archive/query';
import { toast } from '@archive/ui';
import { useState } from 'react';

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
