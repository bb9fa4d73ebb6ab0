import { messageOf, proposalsQuery, withdrawProposalMutation } from '@archive/api-client';
import type { Proposal } from '@archive/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@archive/query';
import { useSearchParams } from '@archive/router';
import { QueryState, useAllows, usePageTitle } from '@archive/shell-api';
import {
  Badge,
  Button,
  EmptyState,
  FieldChanges,
  formatCount,
  formatDateTime,
  PageHeader,
  Pagination,
  TextLink,
  toast,
} from '@archive/ui';
import { useState } from 'react';
import { collectionHref } from '../search/search-url.ts';
import { ReviewDialog } from './review-dialog.tsx';

const PAGE_SIZE = 50;
const STATES = { open: 'Open', accepted: 'Accepted', rejected: 'Rejected', withdrawn: 'Withdrawn' };
const TONES = { open: 'brass', accepted: 'sea', rejected: 'signal', withdrawn: 'plain' } as const;

/** /account/proposals: what contributors propose, for curators to review; for contributors, their own. */
export function ProposalsPage() {
  usePageTitle('Proposals');
  const isCurator = useAllows('curator');
  const page = Math.max(1, Math.trunc(Number(useSearchParams()[0].get('page'))) || 1);
  const query = useQuery({
    ...proposalsQuery({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const [reviewed, setReviewed] = useState<number>();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Proposals"
        eyebrow={data && formatCount(data.open, 'open proposal')}
        lede={
          isCurator
            ? 'Changes that contributors propose. Nothing is saved until you accept it.'
            : 'Changes that you have proposed. A curator reviews each one.'
        }
      />
      {!data ? (
        <QueryState query={query} failed="Can’t load the proposals" loading="Loading proposals..." />
      ) : data.proposals.length === 0 ? (
        <EmptyState title="No proposals yet">
          {isCurator
            ? 'What people with the role Contributor save appears here.'
            : 'Choose “Propose changes” on the page of a voyage, person, place, file, collection, or story.'}
        </EmptyState>
      ) : (
        <ul aria-label="Proposals" className="divide-y divide-rule border-y border-rule">
          {data.proposals.map((proposal) => (
            <Row
              key={proposal.proposal_id}
              proposal={proposal}
              onReview={isCurator ? () => setReviewed(proposal.proposal_id) : undefined}
            />
          ))}
        </ul>
      )}
      {data && data.total > PAGE_SIZE && (
        <Pagination
          page={page}
          pageSize={PAGE_SIZE}
          total={data.total}
          hrefOf={(to) => (to > 1 ? `?page=${to}` : '?')}
          label="Pages of proposals"
        />
      )}
      {reviewed !== undefined && <ReviewDialog id={reviewed} onClose={() => setReviewed(undefined)} />}
    </div>
  );
}

const PAGES = {
  voyage: (slug: string) => `/voyages/${slug}`,
  person: (slug: string) => `/people/${slug}`,
  media: (slug: string) => `/media/${slug}`,
  album: collectionHref,
  place: (slug: string) => `/places/${slug}`,
  story: (slug: string) => `/stories/${slug}`,
};
const NEW = {
  voyage: 'New voyage',
  person: 'New person',
  media: 'New file',
  album: 'New album or collection',
  place: 'New place',
  story: 'New story',
};

function Row({ proposal, onReview }: { proposal: Proposal; onReview: (() => void) | undefined }) {
  const { proposal_id, kind, slug, is_new, title, state, own, proposed_by, proposed_at, decided_by, reason, changes } =
    proposal;
  const withdraw = useMutation(withdrawProposalMutation(useQueryClient()));
  const rejected = changes.filter(({ accepted }) => accepted === false);
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Badge tone={TONES[state]}>{STATES[state]}</Badge>
            <span className="min-w-0 font-serif text-17 font-semibold wrap-anywhere">
              {slug === null ? title : <TextLink href={PAGES[kind](slug)}>{title}</TextLink>}
            </span>
          </p>
          <p className="mt-1 text-13 text-faded">
            {is_new && `${NEW[kind]} · `}
            {proposed_by} · <time dateTime={proposed_at}>{formatDateTime(proposed_at)}</time>
            {decided_by && ` · Decided by ${decided_by}`}
          </p>
        </div>
        {state === 'open' && onReview && (
          <Button size="small" aria-label={`Review the proposal for ${title}`} onClick={onReview}>
            Review
          </Button>
        )}
        {state === 'open' && own && (
          <Button
            size="small"
            busy={withdraw.isPending}
            aria-label={`Withdraw the proposal for ${title}`}
            onClick={() =>
              withdraw.mutate(proposal_id, {
                onSuccess: () => toast.success(`Proposal for ${title} withdrawn`),
                onError: (error) => toast.error(`Couldn’t withdraw the proposal. ${messageOf(error)}`),
              })
            }
          >
            Withdraw
          </Button>
        )}
      </div>
      <FieldChanges changes={changes} />
      {state === 'accepted' && rejected.length > 0 && (
        <p className="mt-2 text-15">Not accepted: {rejected.map(({ label }) => label).join(', ')}.</p>
      )}
      {reason && <p className="mt-2 text-15 wrap-anywhere">Reason: {reason}</p>}
    </li>
  );
}
