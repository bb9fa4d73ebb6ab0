import {
  ApiError,
  decideProposalMutation,
  mediaItemQuery,
  messageOf,
  type ProposalDecision,
  proposalQuery,
} from '@archive/api-client';
import type { OperationResponse, Proposal, proposalOperations } from '@archive/contracts';
import { useMutation, type UseMutationResult, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Dialog, Notice, TextArea, Thumbnail, toast } from '@archive/ui';
import { FieldChoice } from '@archive/ui/field-choice';
import { useState } from 'react';

const TITLE = 'Review proposal';

/** Accepts a proposal field by field, next to what the record has now. */
export function ReviewDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(proposalQuery(id));
  const decide = useMutation(decideProposalMutation(useQueryClient()));
  const [reason, setReason] = useState('');
  const { data } = query;
  // Someone else's change or decision starts the review again.
  if (data)
    return (
      <Review
        key={`${data.proposed_at} ${data.version}`}
        proposal={data}
        reason={reason}
        onReason={setReason}
        decide={decide}
        onClose={onClose}
      />
    );
  return (
    <Dialog open title={TITLE} onOpenChange={onClose}>
      <QueryState query={query} failed="Can’t load the proposal" loading="Loading proposal..." />
    </Dialog>
  );
}

type Detail = OperationResponse<(typeof proposalOperations)['get']>;
type Version = 'now' | 'proposed';

interface ReviewProps {
  proposal: Detail;
  reason: string;
  onReason: (reason: string) => void;
  decide: UseMutationResult<Proposal, Error, ProposalDecision>;
  onClose: () => void;
}

function Review({ proposal, reason, onReason, decide, onClose }: ReviewProps) {
  const { proposal_id, proposed_at, version, is_new, title, proposed_by, changes, changed_since, state } = proposal;
  const isMissing = version === null && !is_new;
  const isOpen = state === 'open';
  const newer = new Set(changed_since.map(({ field }) => field));
  const [chosen, setChosen] = useState<Record<string, Version>>({});
  // What someone has changed since is only replaced on purpose.
  const versionOf = (field: string): Version =>
    isMissing ? 'now' : (Object.hasOwn(chosen, field) && chosen[field]) || (newer.has(field) ? 'now' : 'proposed');
  const accept = changes.map(({ field }) => field).filter((field) => versionOf(field) === 'proposed');
  const chooseAll = (to: Version) => setChosen(Object.fromEntries(changes.map(({ field }) => [field, to])));
  const [submitted, setSubmitted] = useState(false);
  const needsReason = accept.length < changes.length && reason.trim() === '';
  const save = () => {
    setSubmitted(true);
    if (needsReason) return;
    decide.mutate(
      { proposal_id, proposed_at, version, accept, reason: reason.trim() || null },
      {
        onSuccess: (decided) => {
          toast.success(
            decided.state === 'accepted' ? `Changes to ${title} accepted` : `Proposal for ${title} rejected`,
          );
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
            disabled={!isOpen}
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
            {decide.error instanceof ApiError &&
              decide.error.errors.map(({ path, message }) => (
                <span key={path} className="block">
                  {changes.find(({ field }) => field === path)?.label ?? path}: {message}
                </span>
              ))}
          </Notice>
        )}
        {isMissing && (
          <Notice tone="warning">This record was deleted or merged. You can only reject the proposal.</Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={isMissing} onClick={() => chooseAll('proposed')}>
            Accept every field
          </Button>
          <Button size="small" onClick={() => chooseAll('now')}>
            Reject every field
          </Button>
        </div>
        {changes.map(({ field, label, from, to }) => (
          <FieldChoice
            key={field}
            name={`review-${field}`}
            legend={label}
            note={
              from === to ? 'the record has it already' : newer.has(field) ? 'changed since it was proposed' : undefined
            }
            versions={[
              { value: 'now', label: 'Now', text: from, picture: pictureOf(field, from) },
              { value: 'proposed', label: 'Proposed', text: to, picture: pictureOf(field, to) },
            ]}
            chosen={versionOf(field)}
            disabled={isMissing}
            onChoose={(choice) => setChosen({ ...chosen, [field]: choice })}
          />
        ))}
        <TextArea
          label="Reason"
          rows={2}
          maxLength={2000}
          help={`${proposed_by} sees it. Needed unless you accept everything.`}
          value={reason}
          error={submitted && needsReason ? 'Say why not everything is accepted.' : undefined}
          onChange={({ target }) => onReason(target.value)}
        />
      </div>
    </Dialog>
  );
}

const pictureOf = (field: string, text: string) => field === 'portrait' && text !== '' && <Portrait slug={text} />;

function Portrait({ slug }: { slug: string }) {
  const { data, isPending } = useQuery(mediaItemQuery(slug));
  return !isPending && <Thumbnail src={data?.thumbnail_url} alt={data?.title ?? 'Not found'} fit="contain" />;
}
