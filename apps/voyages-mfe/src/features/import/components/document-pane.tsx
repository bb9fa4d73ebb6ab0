import { ingestDocumentQuery, messageOf } from '@archive/api-client';
import type { IngestProblem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, FailedState, SkeletonList } from '@archive/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Lines } from '../words.ts';

/** Lines drawn around those that are looked at, and how many more at a press. */
const BEFORE = 20;
const AFTER = 120;
const MORE = 200;

interface DocumentPaneProps {
  id: string;
  problems: readonly IngestProblem[];
  /** What to show; the beginning without it. */
  lines: Lines | undefined;
  onLines: (lines: Lines | undefined) => void;
}

/** What no text has in it: of a picture or an office file there is nothing to be read. */
const NO_TEXT = /[\0\uFFFD]/;

/** The document's own lines, those with a problem marked; of a long document the part that is looked at. */
export function DocumentPane({ id, problems, lines, onLines }: DocumentPaneProps) {
  const { data, error, isFetching, refetch } = useQuery(ingestDocumentQuery(id));
  const text = useMemo(() => data?.text.split(/\r?\n/), [data]);
  if (data && NO_TEXT.test(data.text)) return null;
  return (
    <section
      aria-labelledby="document"
      className="flex min-h-0 min-w-0 flex-col self-start max-lg:order-1 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)]"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule pb-2">
        <h2 id="document" className="font-serif text-21">
          Document
        </h2>
        {lines && (
          <Button size="small" variant="quiet" onClick={() => onLines(undefined)}>
            From the beginning
          </Button>
        )}
      </div>
      {text && <Page key={lines?.from ?? 0} text={text} problems={problems} lines={lines} />}
      {!text && !error && <SkeletonList label="Loading the document…" rows={6} />}
      {!text && error && (
        <FailedState
          title="The document could not be read."
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(error)}
        </FailedState>
      )}
    </section>
  );
}

const MARKS = { error: 'border-l-signal', warning: 'border-l-amber' };

function Page({
  text,
  problems,
  lines,
}: {
  text: string[];
  problems: readonly IngestProblem[];
  lines: Lines | undefined;
}) {
  const [from, setFrom] = useState(Math.max(0, (lines?.from ?? 1) - 1 - BEFORE));
  const [to, setTo] = useState((lines?.to ?? 1) + AFTER);
  const looked = useRef<HTMLLIElement>(null);
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = looked.current;
    // Only the lines move: the page stays where the reader is.
    if (line && scroller.current) scroller.current.scrollTop = line.offsetTop - scroller.current.clientHeight / 4;
  }, [lines]);
  const marks = useMemo(() => {
    const worst = new Map<number, IngestProblem['severity']>();
    for (const { line, severity } of problems) {
      if (line !== null && worst.get(line) !== 'error') worst.set(line, severity);
    }
    return worst;
  }, [problems]);
  const isLookedAt = (number: number) => lines !== undefined && number >= lines.from && number <= lines.to;
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
      tabIndex={0}
      aria-label="Lines of the document"
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain bg-leaf max-lg:max-h-[45dvh]"
    >
      {from > 0 && (
        <Button size="small" variant="quiet" onClick={() => setFrom(Math.max(0, from - MORE))}>
          Earlier lines
        </Button>
      )}
      <ol start={from + 1} className="py-2 text-13">
        {text.slice(from, to).map((line, at) => {
          const number = from + at + 1;
          const mark = marks.get(number);
          return (
            <li
              key={number}
              ref={number === lines?.from ? looked : undefined}
              aria-current={number === lines?.from ? 'location' : undefined}
              className={`flex gap-3 border-l-3 pr-3 ${mark ? MARKS[mark] : 'border-l-transparent'} ${isLookedAt(number) ? 'bg-wash' : ''}`}
            >
              <span className="w-12 shrink-0 text-right text-faded tabular-nums select-none">{number}</span>
              <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">{line || ' '}</span>
              {mark && <span className="sr-only">{mark === 'error' ? 'has an error' : 'has a warning'}</span>}
            </li>
          );
        })}
      </ol>
      {to < text.length && (
        <Button size="small" variant="quiet" onClick={() => setTo(to + MORE)}>
          Later lines
        </Button>
      )}
    </section>
  );
}
