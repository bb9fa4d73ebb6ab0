import type { IngestCard } from '@archive/contracts';
import { formatCount } from '@archive/ui';
import { Fragment } from 'react';
import type { LineRange } from '../labels.ts';
import { passagesOf } from '../passages.ts';

interface SourceLinesProps {
  /** All lines of the document. */
  text: readonly string[];
  lines: LineRange;
  unused?: IngestCard['unused'];
}

/** The lines of one voyage. Marks words that the import doesn't use. */
export function SourceLines({ text, lines: { from, to }, unused = [] }: SourceLinesProps) {
  const byLine = Map.groupBy(unused, ({ line }) => line);
  return (
    <div className="min-w-0">
      {unused.length > 0 && (
        <p className="mb-2 text-13 text-faded">
          <mark className="bg-amber/15 px-0.5 text-ink underline decoration-amber decoration-dotted">Highlighted</mark>:{' '}
          {formatCount(unused.length, 'passage')} that won’t be imported.
        </p>
      )}
      <ol start={from} aria-label="Lines of this voyage" className="bg-leaf py-2 text-13">
        {text.slice(from - 1, to).map((line, index) => (
          <li key={index} className="flex gap-3 pr-3">
            <span className="w-12 shrink-0 text-right text-faded tabular-nums select-none">{from + index}</span>
            <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
              {passagesOf(line, byLine.get(from + index) ?? []).map((passage, index) =>
                passage.unused ? (
                  <mark key={index} className="bg-amber/15 text-ink underline decoration-amber decoration-dotted">
                    {passage.text}
                  </mark>
                ) : (
                  <Fragment key={index}>{passage.text}</Fragment>
                ),
              )}
              {line === '' && ' '}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
