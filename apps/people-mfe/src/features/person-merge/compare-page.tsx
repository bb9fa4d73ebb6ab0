import { isNotFound, personToEditQuery } from '@archive/api-client';
import { useQueries } from '@archive/query';
import { useParams } from '@archive/router';
import { QueryState, usePageTitle } from '@archive/shell-api';
import { EmptyState, LinkButton, PageHeader, TextLink } from '@archive/ui';
import { Comparison } from './comparison.tsx';

/** /people/duplicates/{one}/{other}: compares two records and merges them. */
export function ComparePage() {
  const { one: firstSlug = '', other: secondSlug = '' } = useParams();
  usePageTitle('Same person?');
  const results = useQueries({ queries: [personToEditQuery(firstSlug), personToEditQuery(secondSlug)] });
  const error = results.find((result) => result.error)?.error ?? null;
  const isFetching = results.some((result) => result.isFetching);
  const [first, second] = results.map(({ data }) => data);
  const alreadyMerged = first && second && first.value.person_slug === second.value.person_slug;
  const reload = () => void Promise.all(results.map((result) => result.refetch()));
  const content = () => {
    if (isNotFound(error) || alreadyMerged)
      return (
        <EmptyState
          title={alreadyMerged ? 'These records are already merged' : 'Person not found'}
          action={<LinkButton href="/people/duplicates">Back to possible duplicates</LinkButton>}
        />
      );
    if (!first || !second) {
      const query = { error, isFetching, refetch: reload };
      return <QueryState query={query} failed="Can’t load the records" loading="Loading records..." />;
    }
    return <Comparison key={`${firstSlug} ${secondSlug}`} pair={[first, second]} onReload={reload} />;
  };
  return (
    <div className="space-y-8">
      <p className="text-15">
        <TextLink href="/people/duplicates">Possible duplicates</TextLink>
      </p>
      <PageHeader
        title="Same person?"
        lede="Choose the record to keep, and the right value for each field that differs. Voyages, roles aboard, and notes from both records are kept."
      />
      {content()}
    </div>
  );
}
