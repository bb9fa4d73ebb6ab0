import { useEffect, useRef, useState } from 'react';
import { type DraftFile, type FileValues, fromFile, metadataIn, type SentRequest } from './upload-draft.ts';

/** The files of an upload form. Those that are handed over keep their previews. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<DraftFile[]>([]);
  const latest = useRef(drafts);
  const handedOver = useRef(false);
  useEffect(() => {
    latest.current = drafts;
  });
  useEffect(
    () => () => {
      if (handedOver.current) return;
      for (const { preview } of latest.current) if (preview !== null) URL.revokeObjectURL(preview);
    },
    [],
  );
  const update = (id: string, changes: (draft: DraftFile) => Partial<DraftFile>) =>
    setDrafts((current) => current.map((draft) => (draft.id === id ? { ...draft, ...changes(draft) } : draft)));
  return {
    drafts,
    add: async (files: readonly File[]) => {
      const added = files.map(fromFile);
      setDrafts((current) => [...current, ...added]);
      for (const { id, file } of added) {
        const metadata = await metadataIn(file);
        update(id, () => ({ metadata }));
      }
    },
    remove: (id: string) => {
      const removed = drafts.find((draft) => draft.id === id);
      if (removed?.preview) URL.revokeObjectURL(removed.preview);
      setDrafts((current) => current.filter((draft) => draft.id !== id));
    },
    change: (id: string, values: Partial<FileValues>) =>
      update(id, (draft) => ({ values: { ...draft.values, ...values } })),
    /** The files are uploaded, and are not of this form any longer. */
    handOver: () => {
      handedOver.current = true;
    },
    /** Returns a file that wasn't uploaded to the form. */
    returnFile: (id: string, failure: string | undefined, request: SentRequest | undefined) => {
      handedOver.current = false;
      update(id, () => ({ failure, request }));
    },
  };
}
