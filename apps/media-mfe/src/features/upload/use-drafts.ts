import { useEffect, useRef, useState } from 'react';
import { type DraftFile, type FileValues, fromFile, metadataIn, type SentRequest } from './upload-draft.ts';

/** The files of an upload form. Files passed to the upload queue keep their preview URLs. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<DraftFile[]>([]);
  const latest = useRef(drafts);
  const released = useRef(false);
  useEffect(() => {
    latest.current = drafts;
  });
  useEffect(
    () => () => {
      if (released.current) return;
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
    /** Call when the upload starts: the upload queue owns the files and their previews from then on. */
    release: () => {
      released.current = true;
    },
    /** Puts a file back into the form after its upload failed, was canceled, or was declined as a duplicate. */
    restoreFile: (id: string, failure: string | undefined, request: SentRequest | undefined) => {
      released.current = false;
      update(id, () => ({ failure, request }));
    },
  };
}
