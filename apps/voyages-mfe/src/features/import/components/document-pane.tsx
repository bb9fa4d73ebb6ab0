import { ingestDocumentQuery } from '@archive/api-client';
import type { IngestDocument, IngestProblem, IngestReport } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, cx, formatCount, Notice, SkeletonList } from '@archive/ui';
import { Download, Pencil } from '@archive/ui/icons';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isInProgress, type LineRange } from '../labels.ts';
import { useCorrections } from '../use-corrections.ts';
import { CorrectedLines, CorrectionForm } from './correction-form.tsx';
import { LoadFailed } from './load-failed.tsx';

/** Lines rendered before and after the target, and the step of the "more" buttons. */
const LINES_BEFORE = 20;
const LINES_AFTER = 120;
const PAGE_SIZE = 200;
/** Up to this length, a document can be corrected as a whole; a longer one only in sections. */
const SHORT_DOCUMENT_LINES = 60;

interface DocumentPaneProps {
  report: IngestReport;
  /** Lines to show; the start of the document if undefined. */
  lines: LineRange | undefined;
  onShowLines: (lines: LineRange | undefined) => void;
}

/** Characters that only binary files contain. */
const NO_TEXT = /\0/;

/** Lines of the document with problems marked; renders only a window of a long document. Lines of a preview can be corrected. */
export function DocumentPane({ report, lines, onShowLines }: DocumentPaneProps) {
  const id = report.operation_id;
  const { data, error, isFetching, refetch } = useQuery(ingestDocumentQuery(id));
  if (data && NO_TEXT.test(data.text)) return null;
  return (
    <section
      aria-labelledby="document"
      className={cx(
        'flex min-h-0 min-w-0 flex-col self-start max-lg:order-1',
        // Below the pane, a preview lists its planned changes beside their own lines, so the pane isn't sticky.
        report.dry_run ? 'lg:max-h-[60dvh]' : 'lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)]',
      )}
    >
      {data && <DocumentText document={data} report={report} lines={lines} onShowLines={onShowLines} />}
      {!data && <Title />}
      {!data && !error && <SkeletonList label="Loading document..." rows={6} />}
      {!data && error && <LoadFailed title="Can’t load the document" query={{ error, isFetching, refetch }} />}
    </section>
  );
}

const Title = () => (
  <h2 id="document" className="font-serif text-21">
    Document
  </h2>
);

/** Extension to append, so that the stored text matches its file name; a .docx is stored as Markdown, and an .xlsx as CSV. */
const EXTENSIONS = { markdown: '', docx: '.md', json: '', csv: '', xlsx: '.csv' };

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function DocumentText({
  document: { text: full, filename, format },
  report,
  lines,
  onShowLines,
}: DocumentPaneProps & { document: IngestDocument }) {
  const text = useMemo(() => full.split(/\r?\n/), [full]);
  const corrections = useCorrections(report.operation_id, text);
  const canCorrect = report.dry_run && report.applied_as === null && !isInProgress(report);
  const range = lines ?? (text.length <= SHORT_DOCUMENT_LINES ? { from: 1, to: text.length } : undefined);
  const count = corrections.corrections.length;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule pb-2">
        <Title />
        <div className="flex flex-wrap gap-2">
          {lines && (
            <Button size="small" variant="quiet" onClick={() => onShowLines(undefined)}>
              Back to top
            </Button>
          )}
          {canCorrect && range && corrections.open === null && (
            <Button
              size="small"
              icon={<Pencil aria-hidden className="size-4" />}
              disabled={corrections.busy}
              onClick={() => corrections.edit(range)}
            >
              {lines ? 'Edit these lines' : 'Edit document'}
            </Button>
          )}
          <Button
            size="small"
            icon={<Download aria-hidden className="size-4" />}
            onClick={() => saveFile(filename + EXTENSIONS[format], corrections.text)}
          >
            Download document
          </Button>
        </div>
      </div>
      {canCorrect && count > 0 && (
        <Notice
          className="mt-2"
          title={`${formatCount(count, 'edit')} not in the preview yet`}
          action={
            <>
              <Button variant="primary" size="small" busy={corrections.busy} onClick={() => void corrections.check()}>
                Refresh preview
              </Button>
              <Button size="small" onClick={corrections.discard}>
                Discard edits
              </Button>
            </>
          }
        >
          {corrections.failure && <span role="alert">Couldn’t refresh the preview: {corrections.failure}</span>}
        </Notice>
      )}
      <DocumentLines
        key={lines?.from ?? 0}
        text={text}
        problems={report.problems}
        lines={lines}
        corrections={canCorrect ? corrections : undefined}
      />
    </>
  );
}

const MARKS = { error: 'border-l-signal', warning: 'border-l-amber' };

interface DocumentLinesProps {
  text: string[];
  problems: readonly IngestProblem[];
  lines: LineRange | undefined;
  corrections: ReturnType<typeof useCorrections> | undefined;
}

function DocumentLines({ text, problems, lines, corrections }: DocumentLinesProps) {
  const [from, setFrom] = useState(Math.max(0, (lines?.from ?? 1) - 1 - LINES_BEFORE));
  const [to, setTo] = useState((lines?.to ?? 1) + LINES_AFTER);
  const target = useRef<HTMLLIElement>(null);
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    const line = target.current;
    // Scroll the page, because the pane may be far above the link that was clicked.
    if (lines) scroller.current?.scrollIntoView?.({ block: 'nearest' });
    // Then scroll the pane to the target line.
    if (line && scroller.current) scroller.current.scrollTop = line.offsetTop - scroller.current.clientHeight / 4;
  }, [lines]);
  const severities = useMemo(() => {
    const worst = new Map<number, IngestProblem['severity']>();
    for (const { line, severity } of problems) {
      if (line !== null && worst.get(line) !== 'error') worst.set(line, severity);
    }
    return worst;
  }, [problems]);
  const open = corrections?.open;
  const allCorrections = [...(corrections?.corrections ?? []), ...(open ? [open] : [])];
  /** Moves focus to the lines, because the text field disappears. */
  const leave = (act: () => void) => {
    act();
    scroller.current?.focus();
  };
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label="Lines of the document"
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain bg-leaf max-lg:max-h-[45dvh]"
    >
      {from > 0 && (
        <Button size="small" variant="quiet" onClick={() => setFrom(Math.max(0, from - PAGE_SIZE))}>
          Earlier lines
        </Button>
      )}
      <ol start={from + 1} className="py-2 text-13">
        {text.slice(from, to).map((line, index) => {
          const number = from + index + 1;
          if (open && number === open.from)
            return (
              <li key={number} ref={number === lines?.from ? target : undefined}>
                <CorrectionForm
                  correction={open}
                  onType={corrections.type}
                  onSave={() => leave(corrections.save)}
                  onCancel={() => leave(corrections.close)}
                />
              </li>
            );
          const correction = corrections?.corrections.find((correction) => correction.from === number);
          if (correction && !isWithin(number, open))
            return (
              <li key={number} ref={number === lines?.from ? target : undefined}>
                <CorrectedLines correction={correction} onEdit={() => corrections?.edit(correction)} />
              </li>
            );
          if (allCorrections.some((correction) => isWithin(number, correction))) return null;
          return (
            <Line
              key={number}
              number={number}
              line={line}
              severity={severities.get(number)}
              isTarget={isWithin(number, lines)}
              target={number === lines?.from ? target : undefined}
            />
          );
        })}
      </ol>
      {to < text.length && (
        <Button size="small" variant="quiet" onClick={() => setTo(to + PAGE_SIZE)}>
          Later lines
        </Button>
      )}
    </section>
  );
}

const isWithin = (line: number, range: LineRange | null | undefined) =>
  range !== null && range !== undefined && line >= range.from && line <= range.to;

interface LineProps {
  number: number;
  line: string;
  severity: IngestProblem['severity'] | undefined;
  isTarget: boolean;
  target: RefObject<HTMLLIElement | null> | undefined;
}

const Line = ({ number, line, severity, isTarget, target }: LineProps) => (
  <li
    ref={target}
    aria-current={target ? 'location' : undefined}
    className={`flex gap-3 border-l-3 pr-3 ${severity ? MARKS[severity] : 'border-l-transparent'} ${isTarget ? 'bg-wash' : ''}`}
  >
    <span className="w-12 shrink-0 text-right text-faded tabular-nums select-none">{number}</span>
    <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">{line || ' '}</span>
    {severity && <span className="sr-only">{severity === 'error' ? 'has an error' : 'has a warning'}</span>}
  </li>
);
