import { toast } from '@archive/ui';
import { useCallback, useState } from 'react';
import { attachmentOf, type Attachment, type Category } from './attachments.ts';
import { deleteFiles, storeFile } from './draft-store.ts';

/** Files to upload after saving, stored in the browser as soon as they are chosen. */
export function useAttachments(initial: Attachment[] = []) {
  const [files, setFiles] = useState(initial);
  const release = useCallback((ids: string[]) => {
    setFiles((current) => current.filter(({ id }) => !ids.includes(id)));
    if (ids.length > 0) void deleteFiles(ids);
  }, []);
  return {
    files,
    attach: useCallback((files: File[], category: Category) => {
      const newAttachments = files.map((file) => attachmentOf(file, category));
      setFiles((current) => [...current, ...newAttachments]);
      for (const { id, file, name } of newAttachments)
        void storeFile(id, file).then(
          (stored) =>
            stored ||
            toast(`Not enough browser storage to keep “${name}” in your draft. It still uploads when you save.`),
        );
    }, []),
    update: useCallback(
      (id: string, changes: Partial<Pick<Attachment, 'date' | 'credit' | 'description'>>) =>
        setFiles((current) =>
          current.map((attachment) => (attachment.id === id ? { ...attachment, ...changes } : attachment)),
        ),
      [],
    ),
    detach: useCallback((id: string) => release([id]), [release]),
    release,
  };
}
