import { messageOf, transcriptQuery } from '@archive/api-client';
import type { MediaCaption } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, formatDuration } from '@archive/ui';
import { useState } from 'react';

interface TranscriptProps {
  slug: string;
  caption: MediaCaption;
  /** Called to play from this second. */
  onSeek(second: number): void;
}

/** A transcript, loaded when it is opened. The time of each line is a button that plays from there. */
export function Transcript({ slug, caption: { language, label }, onSeek }: TranscriptProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...transcriptQuery({ slug, language }), enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-15">Transcript: {label}</summary>
      {!data && !error && <p className="py-2 text-15 text-faded">Loading transcript...</p>}
      {error && !data && (
        <p className="py-2 text-15 text-faded">
          Can’t load the transcript: {messageOf(error)}{' '}
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data && (
        <ol lang={language} className="mt-2 max-w-measure space-y-1">
          {data.cues.map(({ start, text }, index) => (
            // Cues have no key, and their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex gap-3">
              <button
                type="button"
                lang="en"
                aria-label={`Play from ${formatDuration(start)}`}
                onClick={() => onSeek(start)}
                className="h-6 min-w-14 shrink-0 text-right text-15 text-faded tabular-nums underline hover:text-ink"
              >
                {formatDuration(start)}
              </button>
              <span className="whitespace-pre-line">{text}</span>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
