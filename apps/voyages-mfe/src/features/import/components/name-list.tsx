import { ingestNamesQuery } from '@archive/api-client';
import type { IngestReport, NameFilter } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { Button, CollapsibleSection, formatCount, formatNumber, pluralize, Select, SkeletonList } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import type { LineRange } from '../labels.ts';
import { LineLink } from './line-link.tsx';
import { NameControls } from './name-controls.tsx';
import { NameMatch } from './name-match.tsx';
import { LoadFailed } from './load-failed.tsx';

const PAGE_SIZE = 50;

const LABELS: Record<NameFilter, string> = {
  check: 'Needs review',
  new: 'New',
  known: 'In the archive',
  text: 'Not linked',
  decided: 'Confirmed',
};
const FILTERS = Object.keys(LABELS) as NameFilter[];

interface NameListProps {
  report: IngestReport;
  /** Whether the first name takes focus. */
  shouldFocus: boolean;
  onShowLines: (lines: LineRange) => void;
}

/** Lists each person and owner in the preview once, however often the document names them. */
export function NameList({ report, shouldFocus, onShowLines }: NameListProps) {
  const { names } = report;
  const [show, setShow] = useState<NameFilter>(names.check > 0 ? 'check' : 'new');
  const [shouldFocusFirst, setShouldFocusFirst] = useState(shouldFocus);
  return (
    <CollapsibleSection
      title="People and owners"
      defaultOpen={names.check > 0}
      meta={[
        names.check > 0 && `${formatNumber(names.check)} to review`,
        names.new > 0 && `${formatNumber(names.new)} new`,
        names.decided > 0 && `${formatNumber(names.decided)} confirmed`,
      ]
        .filter(Boolean)
        .join(', ')}
    >
      <div className="flex justify-end pt-3">
        <Select
          label="Show"
          value={show}
          options={FILTERS.map((value) => ({ value, label: `${LABELS[value]} (${formatNumber(names[value])})` }))}
          onChange={({ target: { value } }) => {
            setShow(FILTERS.find((filter) => filter === value) ?? 'check');
            setShouldFocusFirst(false);
          }}
        />
      </div>
      <Names key={show} report={report} show={show} shouldFocus={shouldFocusFirst} onShowLines={onShowLines} />
    </CollapsibleSection>
  );
}

function Names({ report, show, shouldFocus, onShowLines }: NameListProps & { show: NameFilter }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, isFetching, refetch } = useQuery({
    ...ingestNamesQuery(report.operation_id, { show, limit }),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLUListElement>(null);
  const [decided, setDecided] = useState<string>();
  const isListed = data?.items.some(({ key }) => key === decided);
  // A name disappears, with the focus, when it no longer matches the filter.
  useEffect(() => {
    if (decided !== undefined && isListed === false && document.activeElement === document.body) list.current?.focus();
  }, [decided, isListed]);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (shouldFocus && isLoaded) list.current?.querySelector('li')?.focus();
  }, [shouldFocus, isLoaded]);
  if (!data && error) return <LoadFailed title="Can’t load the names" query={{ error, isFetching, refetch }} />;
  if (!data) return <SkeletonList label="Loading names..." rows={4} />;
  return (
    <>
      {data.items.length === 0 && <p className="py-3 text-faded">No names to show. Choose another filter.</p>}
      <ul ref={list} tabIndex={-1} aria-label="Names" className="divide-y divide-rule">
        {data.items.map((name) => (
          <li
            key={name.key}
            tabIndex={-1}
            className="flex scroll-mt-32 flex-wrap items-center gap-x-4 gap-y-1 rounded-sm py-2"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-serif text-17 break-words">{name.written}</p>
              <p className="flex flex-wrap items-center gap-x-1 text-13 text-faded">
                {formatCount(name.voyages, 'voyage')}, {pluralize(name.voyages, 'on', 'first on')}
                <LineLink
                  lines={{ from: name.line, to: name.line }}
                  label={`line ${name.line}`}
                  onShowLines={onShowLines}
                />
              </p>
            </div>
            <p className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-2">
              <NameMatch name={name} />
            </p>
            <NameControls name={name} report={report} onDecided={() => setDecided(name.key)} />
          </li>
        ))}
      </ul>
      {data.total > limit && (
        <Button size="small" busy={isFetching} className="mt-3" onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show more ({formatNumber(data.total)} in total)
        </Button>
      )}
    </>
  );
}
