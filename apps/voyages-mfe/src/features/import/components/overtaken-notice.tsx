import { messageOf, refreshIngestMutation } from '@archive/api-client';
import type { IngestReport, OvertakenVoyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { Anchor, Button, formatCount, formatNumber, Notice } from '@archive/ui';
import { useState } from 'react';

const SHOWN = 5;

/** Says that a preview no longer shows the archive as it is, and offers another. */
export function OvertakenNotice({ report: { operation_id, overtaken } }: { report: IngestReport }) {
  const { mutateAsync, isPending } = useMutation(refreshIngestMutation(useQueryClient()));
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  if (overtaken.length === 0) return null;
  const refresh = async () => {
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
      title={`${formatCount(overtaken.length, 'voyage')} changed in the archive after this preview`}
      action={
        <Button busy={isPending} onClick={() => void refresh()}>
          Refresh preview
        </Button>
      }
    >
      <p>
        If you apply now, only the other voyages are imported. Refresh the preview to see what would change now. Your
        choices are kept.
      </p>
      <ul className="mt-2 list-disc pl-5">
        {overtaken.slice(0, SHOWN).map((voyage) => (
          <OvertakenEntry key={voyage.ordinal} voyage={voyage} />
        ))}
        {overtaken.length > SHOWN && <li>{formatNumber(overtaken.length - SHOWN)} more</li>}
      </ul>
      {failure && <p role="alert">Preview not refreshed: {failure}</p>}
    </Notice>
  );
}

function OvertakenEntry({ voyage: { title, voyage_slug, reason, changed_by } }: { voyage: OvertakenVoyage }) {
  const by = changed_by === null ? '' : ` by ${changed_by}`;
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
      {by}
    </li>
  );
}
