import type { StoredFile } from '@archive/contracts';
import { useSearchParams } from '@archive/router';
import { useState } from 'react';
import { Preview } from '../explorer/components/preview.tsx';

const PAGE = 'page';
const REGION = 'region';

/** What the page of a media item shows the file with. The page of a document and the part that is zoomed are in the address. */
export function MediaViewer({ file }: { file: StoredFile }) {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get(PAGE));
  // The viewer moves by itself; the address says where it begins.
  const [region] = useState(params.get(REGION));
  const set = (changes: Record<string, string | null>) => {
    // The history entry of an open lightbox must not be replaced.
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
