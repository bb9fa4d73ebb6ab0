import { ingestReportUrl, ingestStatusQuery } from '@archive/api-client';
import type { IngestOperation } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Anchor, Badge, EmptyState, formatCount, formatDateTime, SkeletonList } from '@archive/ui';
import { Download } from '@archive/ui/icons';
import { statusOf } from '../labels.ts';
import { LoadFailed } from './load-failed.tsx';

/** Imports, newest first. */
export function OperationList() {
  const { data, error, isFetching, refetch } = useQuery(ingestStatusQuery());
  if (data?.operations.length === 0)
    return <EmptyState title="No imports yet.">Imported documents appear here with their reports.</EmptyState>;
  if (data)
    return (
      <ul className="divide-y divide-rule border-y border-rule">
        {data.operations.map((operation) => (
          <OperationEntry key={operation.operation_id} operation={operation} />
        ))}
      </ul>
    );
  if (error) return <LoadFailed title="Can’t load the imports" query={{ error, isFetching, refetch }} />;
  return <SkeletonList label="Loading imports..." rows={4} />;
}

function OperationEntry({ operation }: { operation: IngestOperation }) {
  const {
    operation_id,
    filename,
    created_at,
    started_by,
    voyages_total,
    validation_errors,
    media_warnings,
    status,
    error_message,
  } = operation;
  const { label, tone } = statusOf(operation);
  const counts = [
    formatCount(voyages_total, 'voyage'),
    validation_errors > 0 && formatCount(validation_errors, 'error'),
    media_warnings > 0 && formatCount(media_warnings, 'warning about media', 'warnings about media'),
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <Anchor
          href={`/voyages/import/${operation_id}`}
          className="font-serif text-17 break-words text-navy underline-offset-4 hover:underline"
        >
          {filename}
        </Anchor>
        <p className="text-13 text-faded">
          {formatDateTime(created_at)} · {started_by} · {counts.join(' · ')}
        </p>
        {status === 'failed' && error_message && <p className="text-13 break-words">{error_message}</p>}
      </div>
      <Badge tone={tone}>{label}</Badge>
      <a
        href={ingestReportUrl(operation_id)}
        download
        className="inline-flex min-h-8 items-center gap-1 text-13 text-navy underline-offset-4 hover:underline"
      >
        <Download aria-hidden className="size-4" />
        Download report<span className="sr-only"> of {filename}</span>
      </a>
    </li>
  );
}
