import { ingestDocumentQuery, messageOf } from '@archive/api-client';
import type { IngestProblem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, FailedState, SkeletonList } from '@archive/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LineRange } from '../labels.ts';

/** Lines rendered before and after the target, and the step of the "more" buttons. */
const BEFORE = 20;
const AFTER = 120;
const PAGE = 200;

interface DocumentPaneProps {
  id: string;
  problems: readonly IngestProblem[];
  /** Lines to show; the start of the document if undefined. */
  lines: LineRange | undefined;
  onLines: (lines: LineRange | undefined) => void;
}

/** Characters that only binary files contain. */
const NO_TEXT = /[\0\uFFFD]/;

/** Lines of the document with problems marked; renders only a window of a long document. */
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
            Back to top
          </Button>
        )}
      </div>
      {text && <DocumentLines key={lines?.from ?? 0} text={text} problems={problems} lines={lines} />}
      {!text && !error && <SkeletonList label="Loading document…" rows={6} />}
      {!text && error && (
        <FailedState
          title="Can’t load the document"
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

function DocumentLines({
  text,
  problems,
  lines,
}: {
  text: string[];
  problems: readonly IngestProblem[];
  lines: LineRange | undefined;
}) {
  const [from, setFrom] = useState(Math.max(0, (lines?.from ?? 1) - 1 - BEFORE));
  const [to, setTo] = useState((lines?.to ?? 1) + AFTER);
  const target = useRef<HTMLLIElement>(null);
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = target.current;
    // Scrolls the pane, not the page.
    if (line && scroller.current) scroller.current.scrollTop = line.offsetTop - scroller.current.clientHeight / 4;
  }, [lines]);
  const severities = useMemo(() => {
    const worst = new Map<number, IngestProblem['severity']>();
    for (const { line, severity } of problems) {
      if (line !== null && worst.get(line) !== 'error') worst.set(line, severity);
    }
    return worst;
  }, [problems]);
  const isTarget = (number: number) => lines !== undefined && number >= lines.from && number <= lines.to;
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Lines of the document"
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain bg-leaf max-lg:max-h-[45dvh]"
    >
      {from > 0 && (
        <Button size="small" variant="quiet" onClick={() => setFrom(Math.max(0, from - PAGE))}>
          Earlier lines
        </Button>
      )}
      <ol start={from + 1} className="py-2 text-13">
        {text.slice(from, to).map((line, at) => {
          const number = from + at + 1;
          const severity = severities.get(number);
          return (
            <li
              key={number}
              ref={number === lines?.from ? target : undefined}
              aria-current={number === lines?.from ? 'location' : undefined}
              className={`flex gap-3 border-l-3 pr-3 ${severity ? MARKS[severity] : 'border-l-transparent'} ${isTarget(number) ? 'bg-wash' : ''}`}
            >
              <span className="w-12 shrink-0 text-right text-faded tabular-nums select-none">{number}</span>
              <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">{line || ' '}</span>
              {severity && <span className="sr-only">{severity === 'error' ? 'has an error' : 'has a warning'}</span>}
            </li>
          );
        })}
      </ol>
      {to < text.length && (
        <Button size="small" variant="quiet" onClick={() => setTo(to + PAGE)}>
          Later lines
        </Button>
      )}
    </section>
  );
}
