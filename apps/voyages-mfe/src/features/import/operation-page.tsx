import { followIngest, ingestDocumentQuery, ingestReportQuery, isNotFound } from '@archive/api-client';
import type { IngestReport } from '@archive/contracts';
import { useQuery, useQueryClient } from '@archive/query';
import { useParams } from '@archive/router';
import { usePageTitle } from '@archive/shell-api';
import { Breadcrumbs, Button, FailedState, LinkButton, Loading, SkeletonList } from '@archive/ui';
import { useEffect, useMemo, useState } from 'react';
import { ColumnList } from './components/column-list.tsx';
import { DocumentPane } from './components/document-pane.tsx';
import { OperationHeader } from './components/operation-header.tsx';
import { NameList } from './components/name-list.tsx';
import { PlanList } from './components/plan-list.tsx';
import { MarkedDocument } from './marks/marked-document.tsx';
import { ProblemList } from './components/problem-list.tsx';
import { canMark, isInProgress, type LineRange, planTotal } from './labels.ts';
import { LoadFailed } from './components/load-failed.tsx';

/** One import: its changes and problems beside its document. */
export function OperationPage() {
  const { operation = '' } = useParams();
  const { data: report, error, isFetching, refetch } = useQuery(ingestReportQuery(operation));
  usePageTitle(report ? `Import of ${report.filename}` : 'Import');
  useFollowed(operation, report);

  if (report) return <Operation key={operation} report={report} />;
  if (error && isNotFound(error))
    return (
      <FailedState
        level={1}
        title="Import not found"
        action={<LinkButton href="/voyages/import">All imports</LinkButton>}
      >
        Check the address, or choose one from the list of imports.
      </FailedState>
    );
  if (error) return <LoadFailed title="Can’t load this import" query={{ error, isFetching, refetch }} level={1} />;
  return (
    <Loading label="Loading import...">
      <SkeletonList label="" rows={6} />
    </Loading>
  );
}

/** Follows server-sent events while the import runs. If there are none, the query still polls. */
function useFollowed(id: string, report: IngestReport | undefined): void {
  const client = useQueryClient();
  const active = report !== undefined && isInProgress(report);
  useEffect(() => (active ? followIngest(client, id) : undefined), [client, id, active]);
}

function Operation({ report }: { report: IngestReport }) {
  const [lines, setLines] = useState<LineRange>();
  const [reviewCount, setReviewCount] = useState(0);
  const isRead = report.format !== null;
  const hasProblems = report.problems.length > 0;
  const hasPlan = planTotal(report) > 0 && report.details_deleted_at === null;
  const text = useLines(report.operation_id, isRead && report.dry_run);
  const [isMarking, setMarking] = useState(false);
  const marks = canMark(report) && (isMarking || (report.marked && report.needs_columns)) && (
    <MarkedDocument report={report} onDone={() => setMarking(false)} />
  );
  const columns = report.columns && !report.marked && (
    // With a new key, it opens when the columns turn out to need a check.
    <ColumnList
      key={JSON.stringify([report.columns, report.reading, report.needs_columns])}
      report={report}
      columns={report.columns}
    />
  );
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <Breadcrumbs
          items={[
            { label: 'Voyages', href: '/voyages' },
            { label: 'Import', href: '/voyages/import' },
            { label: report.filename },
          ]}
        />
        <OperationHeader report={report} onReviewNames={() => setReviewCount(reviewCount + 1)} />
        {canMark(report) && !marks && (
          <Button className="self-start" onClick={() => setMarking(true)}>
            {report.marked ? 'Change where voyages begin' : 'Mark where voyages begin'}
          </Button>
        )}
      </div>
      {isRead && report.dry_run && (
        <>
          {marks}
          {report.needs_columns && columns}
          <div className={hasProblems ? 'grid gap-x-8 gap-y-6 lg:grid-cols-2' : undefined}>
            {hasProblems && <ProblemList problems={report.problems} onShowLines={setLines} />}
            <DocumentPane report={report} lines={lines} onShowLines={setLines} />
          </div>
          {!report.needs_columns && columns}
          {hasNames(report) && (
            // With a new key, the list opens again with the names to review.
            <NameList key={reviewCount} report={report} shouldFocus={reviewCount > 0} onShowLines={setLines} />
          )}
          {hasPlan && <PlanList report={report} text={text} onShowLines={setLines} />}
        </>
      )}
      {isRead && !report.dry_run && (
        <div className={hasProblems || hasPlan ? 'grid gap-x-8 gap-y-6 lg:grid-cols-2' : undefined}>
          {(hasProblems || hasPlan) && (
            <div className="flex min-w-0 flex-col gap-8 max-lg:order-2">
              {hasProblems && <ProblemList problems={report.problems} onShowLines={setLines} />}
              {hasPlan && <PlanList report={report} text={text} onShowLines={setLines} />}
            </div>
          )}
          <DocumentPane report={report} lines={lines} onShowLines={setLines} />
        </div>
      )}
    </div>
  );
}

const hasNames = ({ names }: IngestReport) => Object.values(names).some((count) => count > 0);

/** The lines of a document; undefined until they are loaded. */
function useLines(id: string, enabled: boolean): readonly string[] | undefined {
  const text = useQuery({ ...ingestDocumentQuery(id), enabled }).data?.text;
  return useMemo(() => text?.split(/\r\n|\r|\n/), [text]);
}
