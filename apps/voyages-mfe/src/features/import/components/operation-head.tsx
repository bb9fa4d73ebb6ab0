import { ingestReportAddress, isActive } from '@archive/api-client';
import type { IngestReport } from '@archive/contracts';
import {
  Anchor,
  Badge,
  Button,
  buttonClass,
  ConfirmDialog,
  LinkButton,
  Notice,
  PageHeader,
  Progress,
} from '@archive/ui';
import { Download } from '@archive/ui/icons';
import { useState } from 'react';
import { useOperationActions } from '../use-operation-actions.ts';
import { useTryAgain } from '../use-try-again.ts';
import { counted, effectOf, isAtWork, moment, stateOf } from '../words.ts';

/** What the operation is, how far it has come, and what can be done with it. */
export function OperationHead({ report }: { report: IngestReport }) {
  const { operation_id, filename, dry_run, current_step, progress, created_at, started_by, undoing } = report;
  const actions = useOperationActions(report);
  const { word, tone } = stateOf(report);
  const active = isActive(report);
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title={<span className="break-words">{filename}</span>}
        eyebrow={dry_run ? 'Trial run' : 'Import'}
        actions={<Actions report={report} actions={actions} />}
      />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-faded">
        <Badge tone={tone}>{word}</Badge>
        <span>
          {moment(created_at)}, by {started_by}
        </span>
      </p>
      <div aria-live="polite" className="flex flex-col gap-2">
        {active && (
          <>
            <p>{current_step}</p>
            <Progress label="Progress of the import" value={progress} />
          </>
        )}
        {undoing !== null && (
          <>
            <p>Undoing this import</p>
            <Progress label="Progress of undoing" value={undoing} />
          </>
        )}
        <Standing report={report} />
      </div>
      {actions.refused && <Refusal id={operation_id} filename={filename} refused={actions.refused} />}
    </div>
  );
}

type ActionsOf = ReturnType<typeof useOperationActions>;

function Actions({ report, actions }: { report: IngestReport; actions: ActionsOf }) {
  const { operation_id, dry_run, status, applied_as, undone_at } = report;
  const [asked, setAsked] = useState(false);
  const effect = effectOf(report);
  const taken = !dry_run && status !== 'initializing' && !isAtWork(report) && undone_at === null;
  return (
    <>
      {isActive(report) && (
        <Button busy={actions.busy} onClick={() => void actions.cancel()}>
          Cancel
        </Button>
      )}
      {status === 'failed' && undone_at === null && !isAtWork(report) && (
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
      {dry_run && status === 'completed' && applied_as === null && effect && (
        <Button variant="primary" busy={actions.busy} onClick={() => void actions.apply()}>
          Apply {effect}
        </Button>
      )}
      {taken && (effect || status === 'failed') && (
        <Button busy={actions.busy} onClick={() => setAsked(true)}>
          Undo this import
        </Button>
      )}
      <a href={ingestReportAddress(operation_id)} download className={buttonClass()}>
        <Download aria-hidden className="size-4" />
        Report as CSV
      </a>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Undo this import?"
        description="Voyages that it made are taken out of the archive, and those that it changed are as they were before. It is refused when one of them has been edited since."
        confirmText="Undo import"
        danger
        onConfirm={() => {
          setAsked(false);
          void actions.undo();
        }}
      />
    </>
  );
}

/** What there is to know beside the state, as a sentence or a notice. */
function Standing({ report }: { report: IngestReport }) {
  const { status, stalled, cancelled, dry_run, applied_as, undone_at, error_message, open_conflicts } = report;
  if (isAtWork(report))
    return stalled ? (
      <Notice tone="warning" title="No progress for two minutes">
        Another worker takes this over by itself. If it stays so, the people who run the archive find help in the
        runbook.
      </Notice>
    ) : null;
  if (status === 'failed')
    return (
      <Notice tone={cancelled ? 'warning' : 'error'} title={cancelled ? 'Cancelled' : 'The import failed'}>
        {error_message}
      </Notice>
    );
  if (undone_at !== null) return <p>Undone on {moment(undone_at)}.</p>;
  if (applied_as !== null)
    return (
      <p>
        Applied:{' '}
        <Anchor href={`/voyages/import/${applied_as}`} className="text-navy underline underline-offset-4">
          see what it did
        </Anchor>
        .
      </p>
    );
  const effect = effectOf(report);
  if (!effect)
    return (
      <p>Everything in this document is in the archive as it stands{dry_run ? ': there is nothing to apply.' : '.'}</p>
    );
  if (open_conflicts > 0)
    return (
      <p>
        {counted(open_conflicts, 'conflict')} with what curators wrote: unless you choose, what the archive has stays.
      </p>
    );
  return null;
}

function Refusal({
  id,
  filename,
  refused,
}: {
  id: string;
  filename: string;
  refused: NonNullable<ActionsOf['refused']>;
}) {
  const again = useTryAgain(id, filename);
  return (
    <Notice
      tone="error"
      title={refused.title}
      announce
      action={
        refused.outdated && (
          <Button busy={again.busy} onClick={() => void again.start()}>
            Try the document again
          </Button>
        )
      }
    >
      <p>{again.failure ?? refused.message}</p>
      {refused.standsAgainst.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {refused.standsAgainst.map(({ kind, slug, title, reason }) => (
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
