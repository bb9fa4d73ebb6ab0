import { toast } from '@archive/ui';
import { useCallback, useState } from 'react';
import { attachmentOf, type Attachment, type Category } from './attachments.ts';
import { dropFiles, keepFile } from './draft-files.ts';

/** The files that wait for the voyage to be saved; each is kept in the browser from the moment it is chosen. */
export function useAttachments(first: Attachment[] = []) {
  const [files, setFiles] = useState(first);
  const letGo = useCallback((ids: string[]) => {
    setFiles((all) => all.filter(({ id }) => !ids.includes(id)));
    if (ids.length > 0) void dropFiles(ids);
  }, []);
  return {
    files,
    attach: useCallback((chosen: File[], category: Category) => {
      const added = chosen.map((file) => attachmentOf(file, category));
      setFiles((all) => [...all, ...added]);
      for (const { id, file, name } of added)
        void keepFile(id, file).then(
          (kept) =>
            kept || toast(`This browser has no room to keep “${name}” in a draft. Saving uploads it all the same.`),
        );
    }, []),
    describe: useCallback(
      (id: string, said: Partial<Pick<Attachment, 'date' | 'credit' | 'description'>>) =>
        setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...said } : one))),
      [],
    ),
    detach: useCallback((id: string) => letGo([id]), [letGo]),
    letGo,
  };
}
