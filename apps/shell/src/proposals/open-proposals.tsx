import { proposalsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { formatCount, Notice, TextLink } from '@archive/ui';

/** For curators on the home page: how many proposals wait for them. */
export function OpenProposals() {
  const open = useQuery(proposalsQuery({ limit: 0 })).data?.open ?? 0;
  return (
    open > 0 && (
      <Notice>
        <TextLink href="/account/proposals">{formatCount(open, 'proposal')}</TextLink> from contributors to review.
      </Notice>
    )
  );
}
