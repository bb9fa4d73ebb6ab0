import { ingestReportUrl, isActive } from '@archive/api-client';
import type { IngestReport } from '@archive/contracts';
import { useAllows, useSession } from '@archive/shell-api';
import {
  Anchor,
  Badge,
  Button,
  buttonClass,
  Checkbox,
  ConfirmDialog,
  formatCount,
  formatDateTime,
  formatNumber,
  LinkButton,
  Notice,
  PageHeader,
  pluralize,
  Progress,
} from '@archive/ui';
import { Download } from '@archive/ui/icons';
import { useState } from 'react';
import { requireNoCorrections } from '../use-corrections.ts';
import { useOperationActions } from '../use-operation-actions.ts';
import { isInProgress, leftOutTotal, plannedTotal, planSummary, statusOf, stepText } from '../labels.ts';
import { NamesNotice } from './names-notice.tsx';
import { OpenConflicts } from './open-conflicts.tsx';
import { StaleNotice } from './stale-notice.tsx';

interface OperationHeaderProps {
  report: IngestReport;
  /** Leads to the first name that needs review. */
  onReviewNames: () => void;
}

/** Title, status, progress and actions of an import. */
export function OperationHeader({ report, onReviewNames }: OperationHeaderProps) {
  const { filename, dry_run, current_step, progress, created_at, started_by, undoing } = report;
  const actions = useOperationActions(report);
  const [confirmRemovals, setConfirmRemovals] = useState(false);
  const [confirmSameDay, setConfirmSameDay] = useState(false);
  const [confirmNames, setConfirmNames] = useState(false);
  const { label, tone } = statusOf(report);
  const active = isActive(report);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={<span className="break-words">{filename}</span>}
        eyebrow={dry_run ? 'Preview' : 'Import'}
        actions={
          <Actions report={report} actions={actions} confirmed={{ confirmRemovals, confirmSameDay, confirmNames }} />
        }
      />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faded">
        <Badge tone={tone}>{label}</Badge>
        <span>
          {formatDateTime(created_at)}, by {started_by}
          {report.approved_by !== null && `, approved by ${report.approved_by}`}
        </span>
      </p>
      <div aria-live="polite" className="flex flex-col gap-2">
        {active && (
          <>
            <p>{stepText(current_step)}</p>
            <Progress label="Progress of the import" value={progress} />
          </>
        )}
        {undoing !== null && (
          <>
            <p>Undoing this import</p>
            <Progress label="Progress of undoing" value={undoing} />
          </>
        )}
        <OperationNotice report={report} />
      </div>
      {canApply(report) && report.removal_warning !== null && (
        <Notice tone="warning" title={report.removal_warning}>
          <Checkbox
            label="Remove these when importing"
            help="Otherwise, the document can’t be imported."
            checked={confirmRemovals}
            onChange={({ target }) => setConfirmRemovals(target.checked)}
          />
        </Notice>
      )}
      {canApply(report) && report.same_day > 0 && (
        <Notice tone="warning" title={sameDayTitle(report.same_day)}>
          <Checkbox
            label={pluralize(
              report.same_day,
              'The new voyage and the existing one are different. Add the new one too.',
              'The new voyages and the existing ones are different. Add the new ones too.',
            )}
            checked={confirmSameDay}
            onChange={({ target }) => setConfirmSameDay(target.checked)}
          />
        </Notice>
      )}
      {isApplicable(report) && report.names.check > 0 && (
        <NamesNotice report={report} confirmed={confirmNames} onConfirm={setConfirmNames} onReview={onReviewNames} />
      )}
      {report.needs_approval && <ApprovalNotice report={report} actions={actions} />}
      {actions.failure && <ActionFailureNotice failure={actions.failure} />}
    </div>
  );
}

/** An import of this size waits for a second curator. */
function ApprovalNotice({ report, actions }: { report: IngestReport; actions: ActionsOf }) {
  const { username } = useSession();
  const isOwn = username !== null && report.prepared_by.includes(username);
  return (
    <Notice
      title="A second curator has to approve this import"
      action={
        !isOwn && (
          <Button
            size="small"
            busy={actions.busy}
            onClick={() => {
              if (requireNoCorrections(report.operation_id)) void actions.approve();
            }}
          >
            Approve import
          </Button>
        )
      }
    >
      {isOwn
        ? 'It changes many voyages, and you have started or prepared it. Send the address of this page to another curator.'
        : 'It changes many voyages. Check the planned changes below. Later decisions need another approval.'}
    </Notice>
  );
}

const sameDayTitle = (count: number) =>
  pluralize(
    count,
    'This would add a voyage on a day that already has one.',
    `This would add ${formatNumber(count)} voyages on days that already have one.`,
  );

interface Confirmations {
  confirmRemovals: boolean;
  confirmSameDay: boolean;
  confirmNames: boolean;
}

/** Whether the curator has given all confirmations that the import needs. */
const isConfirmed = (
  { removal_warning, same_day, names }: IngestReport,
  { confirmRemovals, confirmSameDay, confirmNames }: Confirmations,
) =>
  (removal_warning === null || confirmRemovals) &&
  (same_day === 0 || confirmSameDay) &&
  (names.check === 0 || confirmNames);

/** Whether the import's changes and problems are still stored. */
const hasDetails = ({ details_deleted_at }: IngestReport) => details_deleted_at === null;

/** Whether a preview has changes that can be applied. */
const canApply = (report: IngestReport) => report.status === 'completed' && isApplicable(report);

/** Like `canApply`, but also true while the preview is recomputed after a decision. */
const isApplicable = (report: IngestReport) =>
  report.dry_run &&
  !report.needs_columns &&
  report.status !== 'failed' &&
  report.applied_as === null &&
  hasDetails(report) &&
  planSummary(report) !== undefined;

type ActionsOf = ReturnType<typeof useOperationActions>;

function Actions({
  report,
  actions,
  confirmed,
}: {
  report: IngestReport;
  actions: ActionsOf;
  confirmed: Confirmations;
}) {
  const { operation_id, dry_run, status, undone_at, started_by } = report;
  const { username } = useSession();
  const isAdministrator = useAllows('administrator');
  const [confirming, setConfirming] = useState(false);
  const effect = planSummary(report);
  const canUndo =
    !dry_run &&
    status !== 'initializing' &&
    !isInProgress(report) &&
    undone_at === null &&
    hasDetails(report) &&
    (isAdministrator || started_by === username);
  return (
    <>
      {isActive(report) && (
        <Button busy={actions.busy} onClick={() => void actions.cancel()}>
          Cancel
        </Button>
      )}
      {status === 'failed' && undone_at === null && !isInProgress(report) && hasDetails(report) && (
        <>
          {dry_run && (
            <LinkButton variant="primary" href="/voyages/import">
              Choose another document
            </LinkButton>
          )}
          <Button variant={dry_run ? 'secondary' : 'primary'} busy={actions.busy} onClick={() => void actions.retry()}>
            Retry
          </Button>
        </>
      )}
      {isApplicable(report) && (
        <Button
          variant="primary"
          busy={actions.busy || !canApply(report)}
          disabled={!isConfirmed(report, confirmed) || report.needs_approval}
          onClick={() => {
            if (requireNoCorrections(operation_id)) void actions.apply(confirmed);
          }}
        >
          Import {formatCount(plannedTotal(report), 'voyage')}
        </Button>
      )}
      {canUndo && (effect || status === 'failed') && (
        <Button busy={actions.busy} onClick={() => setConfirming(true)}>
          Undo this import
        </Button>
      )}
      {hasDetails(report) && !report.needs_columns && (
        <a href={ingestReportUrl(operation_id)} download className={buttonClass()}>
          <Download aria-hidden className="size-4" />
          Download report
        </a>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Undo this import?"
        description="Voyages that it created will be deleted, and voyages that it changed will return to their previous version. An import can’t be undone after one of its voyages has been edited."
        confirmText="Undo import"
        danger
        onConfirm={() => {
          setConfirming(false);
          void actions.undo();
        }}
      />
    </>
  );
}

/** Explanation of the import's status. */
function OperationNotice({ report }: { report: IngestReport }) {
  return (
    <>
      <StatusNotice report={report} />
      {report.details_deleted_at !== null && (
        <p>
          The list of changes and problems was deleted on {formatDateTime(report.details_deleted_at)},{' '}
          {report.dry_run
            ? '90 days after the preview. For a new preview, import the document again.'
            : 'a year after the import. Each record’s history still has the changes.'}
        </p>
      )}
    </>
  );
}

function StatusNotice({ report }: { report: IngestReport }) {
  const { status, stalled, cancelled, dry_run, applied_as, undone_at, error_message, open_conflicts } = report;
  if (isInProgress(report))
    return stalled ? (
      <Notice tone="warning" title="No progress for two minutes">
        The import should resume on its own. If this message stays, contact technical support.
      </Notice>
    ) : null;
  if (status === 'failed')
    return (
      <Notice tone={cancelled ? 'warning' : 'error'} title={cancelled ? 'Canceled' : 'The import failed'}>
        {error_message}
      </Notice>
    );
  if (undone_at !== null) return <p>Undone on {formatDateTime(undone_at)}.</p>;
  if (applied_as !== null) return <AppliedNotice report={report} applied={applied_as} />;
  if (report.needs_columns && report.marked)
    return (
      <p>
        No headings with dates were found. Check where voyages begin. After that, the preview shows what would change.
      </p>
    );
  if (report.needs_columns)
    return <p>Check what each column of this table means. After that, the preview shows what would change.</p>;
  const effect = planSummary(report);
  const leftOut = leftOutTotal(report);
  if (!hasDetails(report)) return null;
  return (
    <>
      <StaleNotice report={report} />
      {report.needs_names && <p>This import stopped before it saved anything, because names need review.</p>}
      {dry_run && effect && (
        <p>
          This document has {effect}.{leftOut > 0 && ` ${formatCount(leftOut, 'voyage')} will be skipped.`}
        </p>
      )}
      {!effect && (
        <p>The archive already has everything in this document.{dry_run && ' There is nothing to import.'}</p>
      )}
      {effect && report.empty_ignored > 0 && (
        <p>
          {formatCount(report.empty_ignored, 'field')} {pluralize(report.empty_ignored, 'is', 'are')} empty in the
          document. The archive’s values are kept.
        </p>
      )}
      {effect && open_conflicts > 0 && <OpenConflicts report={report} />}
    </>
  );
}

const APPLIED = {
  initializing: 'The import from this preview is waiting to start.',
  running: 'The import from this preview is running.',
  completed: 'This document was imported.',
  failed: 'This document was not imported: the import failed or was canceled.',
};

function AppliedNotice({ report: { applied_status }, applied }: { report: IngestReport; applied: string }) {
  const isDone = applied_status === 'completed';
  return (
    <p>
      {APPLIED[applied_status ?? 'completed']}{' '}
      <Anchor href={`/voyages/import/${applied}`} className="text-navy underline underline-offset-4">
        {isDone ? 'See the changes made' : 'See the import'}
      </Anchor>
      .
    </p>
  );
}

function ActionFailureNotice({ failure }: { failure: NonNullable<ActionsOf['failure']> }) {
  return (
    <Notice tone="error" title={failure.title} announce>
      <p>{failure.message}</p>
      {failure.blockers.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {failure.blockers.map(({ kind, slug, title, reason }) => (
            <li key={`${kind}/${slug}`}>
              {kind === 'voyage' || kind === 'person' ? (
                <Anchor
                  href={kind === 'voyage' ? `/voyages/${slug}` : `/people/${slug}`}
                  className="text-navy underline underline-offset-4"
                >
                  {title}
                </Anchor>
              ) : (
                title
              )}
              : {reason}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
