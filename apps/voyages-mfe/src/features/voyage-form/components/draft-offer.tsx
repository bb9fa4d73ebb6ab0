import { Button, Leaf } from '@archive/ui';
import { useEffect, useRef } from 'react';
import type { Draft } from '../draft-store.ts';
import { ago, useNow } from './form-foot.tsx';

interface Props {
  draft: Draft;
  onTake(): void;
  onDrop(): void;
}

/** Work that was left unsaved, offered again. */
export function DraftOffer({ draft: { values, files, kept_at }, onTake, onDrop }: Props) {
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const named = [values.title, values.start_date].filter(Boolean).join(', ');
  return (
    <Leaf className="flex max-w-2xl flex-col items-start gap-4 p-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-21 outline-none">
          There is a draft that was not saved
        </h2>
        <p className="mt-1 text-faded">
          {named ? `“${named}”, ` : ''}kept in this browser {ago(kept_at, now)}
          {files.length > 0 && `, with ${files.length === 1 ? '1 file' : `${files.length} files`} to upload`}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onTake}>
          Go on with the draft
        </Button>
        <Button onClick={onDrop}>Discard it</Button>
      </div>
    </Leaf>
  );
}
