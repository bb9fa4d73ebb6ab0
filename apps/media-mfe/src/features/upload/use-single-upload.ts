import { fetchMedia } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useEffect, useRef, useState } from 'react';
import type { Decision, UploadItem } from './store/upload-item.ts';
import { uploads, useUpload } from './store/upload-store.ts';
import type { SentRequest } from './upload-draft.ts';

/** Message of a canceled upload, which is not reported as a failure. */
export const CANCELED = 'Canceled';

/** A question about a file that is already in the library or its trash. `respond` takes the decision; undefined cancels. */
export interface DuplicateQuestion {
  item: UploadItem;
  /** The record in the library; undefined if the file is in the trash. */
  match: MediaItem | undefined;
  respond: (decision: Decision | undefined) => void;
}

/** How the upload of a single file ended. `closed`: the dialog was closed before the end, and the tray shows the rest. */
type SingleResult = 'uploaded' | 'restored' | 'canceled' | 'declined' | 'closed' | FailedUpload;

interface FailedUpload {
  failure: string;
  request: SentRequest | undefined;
}

/** Follows the upload of one file in the dialog. */
export function useSingleUpload() {
  const [id, setId] = useState<string>();
  const [question, setQuestion] = useState<DuplicateQuestion>();
  const item = useUpload(id);
  const open = useRef<string>(undefined);
  // When the dialog unmounts, the tray shows the file from then on.
  useEffect(
    () => () => {
      if (open.current !== undefined) uploads.release(open.current);
      open.current = undefined;
    },
    [],
  );

  const ask = async (duplicate: UploadItem): Promise<Decision | undefined> => {
    const found = duplicate.duplicate?.trashed === false ? await fetchMedia(duplicate.duplicate.slug) : undefined;
    return new Promise((resolve) =>
      setQuestion({
        item: duplicate,
        match: found,
        respond: (decision) => {
          setQuestion(undefined);
          resolve(decision);
        },
      }),
    );
  };

  const finish = (result: SingleResult): SingleResult => {
    open.current = undefined;
    setId(undefined);
    return result;
  };

  async function follow(added: string): Promise<SingleResult> {
    open.current = added;
    setId(added);
    for (;;) {
      const settled = await uploads.settled(added);
      if (open.current !== added) return 'closed';
      if (!settled) return finish('canceled');
      if (settled.state === 'done') return finish(settled.outcome === 'restored' ? 'restored' : 'uploaded');
      const failure = settled.failure ?? 'Upload failed';
      const isQuestion = settled.state === 'duplicate' && settled.failure === undefined;
      const decision = isQuestion ? await ask(settled) : undefined;
      if (open.current !== added) return 'closed';
      if (decision) {
        await uploads.decide([added], decision);
      } else {
        uploads.forget(added);
        return finish(isQuestion ? 'declined' : { failure, request: settled.request });
      }
    }
  }
  return { item, question, follow, busy: id !== undefined };
}
