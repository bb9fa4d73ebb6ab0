import { dateValue } from '@archive/editing';
import { Button, formatAgo, formatCount, formatDate, Panel } from '@archive/ui';
import { useEffect, useRef } from 'react';
import type { Draft } from '../draft-store.ts';
import { useNow } from '../use-now.ts';
import type { FormValues } from '../values.ts';

interface Props {
  draft: Draft;
  onResume(): void;
  onDiscard(): void;
}

/** `“Dinner” (June 12, 1947)`; empty without a title and a date. */
function nameOf({ title, start_date }: FormValues): string {
  const value = dateValue(start_date);
  const date = value === undefined ? start_date : formatDate(value);
  if (!title) return date && `Voyage of ${date}`;
  return date ? `“${title}” (${date})` : `“${title}”`;
}

/** Offers an unsaved draft. */
export function DraftOffer({ draft: { values, files, stored_at }, onResume, onDiscard }: Props) {
  const name = nameOf(values);
  const now = useNow();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel className="flex max-w-2xl flex-col items-start gap-4 p-6">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-21 outline-none">
          You have an unsaved draft
        </h2>
        <p className="mt-1 text-faded">
          {name ? `${name} — last edited` : 'Last edited'} in this browser {formatAgo(now - stored_at)}
          {files.length > 0 && `, with ${formatCount(files.length, 'file')} to upload`}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onResume}>
          Resume draft
        </Button>
        <Button onClick={onDiscard}>Discard</Button>
      </div>
    </Panel>
  );
}
