import type { StoredFile } from '@archive/contracts';
import { useSearchParams } from '@archive/router';
import { useState } from 'react';
import { Preview } from '../explorer/components/preview.tsx';

const PAGE = 'page';
const REGION = 'region';

/** Shows the file on the page of a media item. The page of a document and the zoomed region are in the URL. */
export function MediaViewer({ file }: { file: StoredFile }) {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get(PAGE));
  // The URL sets only the initial position; after that, the viewer keeps its own.
  const [region] = useState(params.get(REGION));
  const set = (changes: Record<string, string | null>) => {
    // Don't replace the history entry of an open lightbox.
    if (Object.entries(changes).every(([name, value]) => params.get(name) === value)) return;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <Preview
      file={file}
      place={{
        page: Number.isInteger(page) && page > 0 ? page : 1,
        onPage: (to) => set({ [PAGE]: to === 1 ? null : String(to), [REGION]: null }),
        region,
        onRegion: (to) => set({ [REGION]: to }),
      }}
    />
  );
}
