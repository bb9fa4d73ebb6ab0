import { decideProposalMutation, messageOf, proposalQuery } from '@archive/api-client';
import type { OperationResponse, proposalOperations } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Checkbox, Dialog, FieldChanges, Notice, TextArea, toast } from '@archive/ui';
import { useState } from 'react';

const TITLE = 'Review proposal';

/** Accepts a proposal field by field, next to what the record has now. */
export function ReviewDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(proposalQuery(id));
  if (query.data) return <Review proposal={query.data} onClose={onClose} />;
  return (
    <Dialog open title={TITLE} onOpenChange={onClose}>
      <QueryState query={query} failed="Can’t load the proposal" loading="Loading proposal..." />
    </Dialog>
  );
}

type Detail = OperationResponse<(typeof proposalOperations)['get']>;

function Review({ proposal: opened, onClose }: { proposal: Detail; onClose: () => void }) {
  // Stays as the curator first saw it, also if the proposal changes.
  const [proposal] = useState(opened);
  const { proposal_id, proposed_at, title, proposed_by, changes, exists, changed_since } = proposal;
  const [accept, setAccept] = useState<string[]>(exists ? changes.map(({ field }) => field) : []);
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const decide = useMutation(decideProposalMutation(useQueryClient()));
  const needsReason = accept.length < changes.length && reason.trim() === '';
  const toggle = (field: string) =>
    setAccept(accept.includes(field) ? accept.filter((name) => name !== field) : [...accept, field]);
  const save = () => {
    setSubmitted(true);
    if (needsReason) return;
    decide.mutate(
      { proposal_id, proposed_at, accept, reason: reason.trim() || null },
      {
        onSuccess: ({ state }) => {
          toast.success(state === 'accepted' ? `Changes to ${title} accepted` : `Proposal for ${title} rejected`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      title={TITLE}
      description={`${title}, proposed by ${proposed_by}`}
      size="large"
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={accept.length > 0 ? 'primary' : 'danger'}
            busy={decide.isPending}
            busyText="Saving..."
            onClick={save}
          >
            {accept.length === 0 ? 'Reject' : accept.length < changes.length ? 'Accept selected' : 'Accept all'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {decide.error && (
          <Notice tone="error" announce>
            Not saved. {messageOf(decide.error)}
          </Notice>
        )}
        {!exists && (
          <Notice tone="warning">This record was deleted or merged. You can only reject the proposal.</Notice>
        )}
        <ul className="divide-y divide-rule border-y border-rule">
          {changes.map((change) => {
            const since = changed_since.find(({ field }) => field === change.field);
            return (
              <li key={change.field} className="py-3">
                <Checkbox
                  label={`Accept: ${change.label}`}
                  checked={accept.includes(change.field)}
                  disabled={!exists}
                  onChange={() => toggle(change.field)}
                />
                <FieldChanges changes={[change]} />
                {since && (
                  <p className="mt-1 text-13 text-signal wrap-anywhere">
                    Changed since it was proposed. Now: {since.to || 'blank'}
                  </p>
                )}
              </li>
            );
          })}
        </ul>
        <TextArea
          label="Reason"
          rows={2}
          maxLength={2000}
          help={`${proposed_by} sees it. Needed unless you accept everything.`}
          value={reason}
          error={submitted && needsReason ? 'Say why not everything is accepted.' : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Dialog>
  );
}
