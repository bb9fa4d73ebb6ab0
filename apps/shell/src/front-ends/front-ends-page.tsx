import { frontendsQuery, messageOf } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { usePageTitle } from '@archive/shell-api';
import { Button, FailedState, PageHeader, SkeletonList } from '@archive/ui';
import { DeployTokens } from './deploy-tokens.tsx';
import { Revisions } from './revisions.tsx';
import { Standing } from './standing.tsx';

/** What is live, since when, by whom and how it does, with the way forward and the way back. */
export function FrontEndsPage() {
  usePageTitle('Front ends');
  const { data, error, refetch } = useQuery(frontendsQuery());
  return (
    <>
      <PageHeader
        eyebrow="Operations"
        title="Front ends"
        lede="Each team ships its part alone. What is live here, and what browsers say of it."
      />
      <div className="mt-8 space-y-10">
        {data ? (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {data.apps.map((standing) => (
              <Standing key={standing.name} standing={standing} revision={data.revision} />
            ))}
          </div>
        ) : error ? (
          <FailedState
            level={2}
            title="What is live cannot be told at the moment."
            action={<Button onClick={() => void refetch()}>Retry</Button>}
          >
            {messageOf(error)}
          </FailedState>
        ) : (
          <SkeletonList label="Loading front ends…" />
        )}
        <Revisions />
        <DeployTokens />
      </div>
    </>
  );
}
