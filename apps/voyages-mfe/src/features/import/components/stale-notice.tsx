import { messageOf, refreshIngestMutation } from '@archive/api-client';
import type { IngestReport, StaleVoyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { Anchor, Button, formatCount, formatNumber, Notice } from '@archive/ui';
import { useState } from 'react';
import { requireNoCorrections } from '../use-corrections.ts';

const SHOWN_COUNT = 5;

/** Lists the voyages that changed in the archive after the preview, and offers to refresh it. */
export function StaleNotice({ report: { operation_id, stale_voyages: stale } }: { report: IngestReport }) {
  const { mutateAsync, isPending } = useMutation(refreshIngestMutation(useQueryClient()));
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  if (stale.length === 0) return null;
  const refresh = async () => {
    if (!requireNoCorrections(operation_id)) return;
    setFailure(undefined);
    try {
      await navigate(`/voyages/import/${(await mutateAsync({ id: operation_id })).operation_id}`);
    } catch (error) {
      setFailure(messageOf(error));
    }
  };
  return (
    <Notice
      tone="warning"
      title={`${formatCount(stale.length, 'voyage')} changed in the archive after this preview`}
      action={
        <Button busy={isPending} onClick={() => void refresh()}>
          Refresh preview
        </Button>
      }
    >
      <p>
        If you import now, only the other voyages are imported. Refresh the preview to see what would change now. Your
        choices are kept.
      </p>
      <ul className="mt-2 list-disc pl-5">
        {stale.slice(0, SHOWN_COUNT).map((voyage) => (
          <StaleEntry key={voyage.ordinal} voyage={voyage} />
        ))}
        {stale.length > SHOWN_COUNT && <li>{formatNumber(stale.length - SHOWN_COUNT)} more</li>}
      </ul>
      {failure && <p role="alert">Couldn’t refresh the preview: {failure}</p>}
    </Notice>
  );
}

function StaleEntry({ voyage: { title, voyage_slug, reason, changed_by } }: { voyage: StaleVoyage }) {
  const byText = changed_by === null ? '' : ` by ${changed_by}`;
  const link = (text: string) =>
    voyage_slug === null ? (
      text
    ) : (
      <Anchor href={`/voyages/${voyage_slug}`} className="text-navy underline underline-offset-4">
        {text}
      </Anchor>
    );
  if (reason === 'added')
    return (
      <li>
        {title}: {link('a voyage on its date')} was added
      </li>
    );
  return (
    <li>
      {link(title)} was {reason === 'deleted' ? 'deleted' : 'edited'}
      {byText}
    </li>
  );
}
