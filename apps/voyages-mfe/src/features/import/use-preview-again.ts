import { ingestDocumentQuery, messageOf } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { useState } from 'react';
import { useStartImport } from './use-start-import.ts';

/** Extension to append, so that the stored text matches its file name; a .docx is stored as Markdown. */
const EXTENSIONS = { markdown: '', docx: '.md', json: '', csv: '' };

/** Repeats the preview of a document against the current archive. */
export function usePreviewAgain(id: string, filename: string) {
  const client = useQueryClient();
  const { start, busy, failure } = useStartImport();
  const [unread, setUnread] = useState<string>();
  return {
    busy,
    failure: unread ?? failure,
    start: async () => {
      setUnread(undefined);
      try {
        const { text, format } = await client.fetchQuery(ingestDocumentQuery(id));
        await start(new File([text], filename + EXTENSIONS[format]));
      } catch (error) {
        setUnread(messageOf(error));
      }
    },
  };
}
