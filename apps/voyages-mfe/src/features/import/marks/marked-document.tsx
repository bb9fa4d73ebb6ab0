import { ingestDocumentQuery, ingestMarksQuery, mapColumnsMutation, messageOf } from '@archive/api-client';
import type { IngestMarks, IngestReport } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, Checkbox, formatCount, Notice, Select, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { columnOf, OPTIONS, samplesOf } from '../components/column-list.tsx';
import { LoadFailed } from '../components/load-failed.tsx';
import { isInProgress } from '../labels.ts';
import { MarkLines } from './mark-lines.tsx';
import { PassageList } from './passage-list.tsx';
import { useMarks } from './use-marks.ts';

const OPTIONS_OF_PARTS = OPTIONS.map((option) =>
  option.value === '' ? { ...option, label: 'Additional information' } : option,
);

interface MarkedDocumentProps {
  report: IngestReport;
  onDone: () => void;
}

/** Marks where the voyages of a document begin, and says what the parts of their passages are. */
export function MarkedDocument({ report, onDone }: MarkedDocumentProps) {
  const id = report.operation_id;
  const marks = useQuery(ingestMarksQuery(id));
  const document = useQuery(ingestDocumentQuery(id));
  const failed = marks.error ? marks : document.error ? document : undefined;
  return (
    <section aria-labelledby="marks" className="flex flex-col gap-4">
      <h2 id="marks" className="font-serif text-21">
        Mark where voyages begin
      </h2>
      <p className="max-w-measure">
        A voyage begins at each marked line and ends before the next one. Check the marks, then check what was read from
        the lines of each voyage. Nothing is imported yet.
      </p>
      {marks.data && document.data ? (
        <Editor report={report} saved={marks.data} text={document.data.text} onDone={onDone} />
      ) : failed ? (
        <LoadFailed title="Can’t load the document" query={failed} />
      ) : (
        <SkeletonList label="Loading document..." rows={8} />
      )}
    </section>
  );
}

function Editor({ report, saved, text, onDone }: MarkedDocumentProps & { saved: IngestMarks; text: string }) {
  const id = report.operation_id;
  const [lines] = useState(() => text.split(/\r\n|\r|\n/));
  const [current, setCurrent] = useState(saved.marks[0] ?? 1);
  const [remember, setRemember] = useState(true);
  const edit = useMarks(id, saved);
  const map = useMutation(mapColumnsMutation(useQueryClient()));
  const parts = saved.columns.map(
    ({ name, column }) => edit.parts?.find((part) => part.name === name) ?? { name, column },
  );
  const hasDates = parts.some(({ column }) => column === 'start_date');
  // The marks of the moment, without those whose lines are known to have no date.
  const skipped = new Set(saved.rows.flatMap(({ line, values }) => (values.length === 0 ? [line] : [])));
  const voyages = edit.marks.filter((line) => !skipped.has(line)).length;
  const isBusy = map.isPending || isInProgress(report);
  const proceed = async () => {
    if (!(await edit.flush())) return;
    map.mutate({ id, columns: parts.map(({ column }) => column), remember }, { onSuccess: onDone });
  };
  return (
    <>
      {edit.failure && (
        <Notice
          tone="error"
          title="The last change isn’t saved"
          announce
          action={
            edit.failure.isConflict ? (
              <Button size="small" onClick={() => globalThis.location.reload()}>
                Reload
              </Button>
            ) : (
              <Button size="small" onClick={() => void edit.flush()}>
                Retry
              </Button>
            )
          }
        >
          {edit.failure.message}
        </Notice>
      )}
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <MarkLines
          lines={lines}
          marks={edit.marks}
          current={current}
          onCurrent={setCurrent}
          onMark={edit.mark}
          canUndo={edit.canUndo}
          onUndo={edit.undo}
        />
        <PassageList rows={saved.rows} current={current} onCurrent={setCurrent} isStale={!edit.isSaved} />
      </div>
      <section aria-labelledby="parts" className="flex flex-col gap-4">
        <h3 id="parts" className="font-medium">
          Which field each part fills
        </h3>
        <p className="max-w-measure text-13 text-faded">
          The lines of each voyage are read in parts, such as the place and the people aboard. Your choice for a part
          applies to all voyages of this document.
        </p>
        {saved.columns_chosen_by !== null && (
          <p className="text-13 text-faded">
            These fields were chosen by {saved.columns_chosen_by} for an earlier document with the same parts. You can
            change them.
          </p>
        )}
        <ul className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
          {saved.columns.map((part, index) => (
            <li key={part.name} className="min-w-0">
              <Select
                label={part.name}
                help={samplesOf(part, 'For example')}
                options={OPTIONS_OF_PARTS}
                value={parts[index]?.column ?? ''}
                onChange={({ target: { value } }) =>
                  edit.choose(parts.map((other, at) => (at === index ? { ...other, column: columnOf(value) } : other)))
                }
              />
            </li>
          ))}
        </ul>
        <Checkbox
          label="Remember these choices"
          help="Later documents whose lines have the same parts then start with them."
          checked={remember}
          onChange={({ target }) => setRemember(target.checked)}
        />
        {map.error && (
          <p role="alert" className="text-13 text-signal">
            Can’t continue: {messageOf(map.error)}
          </p>
        )}
        <Button
          variant="primary"
          className="self-start"
          busy={isBusy}
          disabled={voyages === 0 || !hasDates}
          onClick={() => void proceed()}
        >
          Continue with {formatCount(voyages, 'voyage')}
        </Button>
      </section>
    </>
  );
}
