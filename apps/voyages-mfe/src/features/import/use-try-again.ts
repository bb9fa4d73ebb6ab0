import { ingestDocumentQuery, messageOf } from '@archive/api-client';
import { useQueryClient } from '@archive/query';
import { useState } from 'react';
import { useStartImport } from './use-start-import.ts';

/** Endings under which the text of a document is what its name says; of .docx it is the Markdown made of it. */
const ENDINGS = { markdown: '', docx: '.md', json: '', csv: '' };

/** Makes the trial run of a document once more, against the archive as it is now. */
export function useTryAgain(id: string, filename: string) {
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
        await start(new File([text], filename + ENDINGS[format]));
      } catch (error) {
        setUnread(messageOf(error));
      }
    },
  };
}
