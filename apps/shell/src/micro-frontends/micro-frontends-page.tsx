import { frontendsQuery, messageOf } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { usePageTitle } from '@archive/shell-api';
import { Button, FailedState, PageHeader, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { DeployTokens } from './deploy-tokens.tsx';
import { Revisions } from './revisions.tsx';
import { RemoteDialog } from './remote-dialog.tsx';
import { SigningKeys } from './signing-keys.tsx';
import { MicroFrontendCard } from './micro-frontend-card.tsx';

/** Live versions, their health, and the actions to promote and roll back. */
export function MicroFrontendsPage() {
  usePageTitle('Micro-frontends');
  const { data, error, refetch } = useQuery(frontendsQuery());
  const [registering, setRegistering] = useState(false);
  return (
    <>
      <PageHeader
        eyebrow="System status"
        title="Micro-frontends"
        lede="The separately released parts of this site: live versions, recent releases, and failures that browsers reported."
        actions={<Button onClick={() => setRegistering(true)}>Register</Button>}
      />
      <div className="mt-8 space-y-10">
        {data ? (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {data.apps.map((frontend) => (
              <MicroFrontendCard key={frontend.name} frontend={frontend} revision={data.revision} />
            ))}
          </div>
        ) : error ? (
          <FailedState
            level={2}
            title="Can’t load the live versions"
            action={<Button onClick={() => void refetch()}>Retry</Button>}
          >
            {messageOf(error)}
          </FailedState>
        ) : (
          <SkeletonList label="Loading micro-frontends..." />
        )}
        <Revisions />
        <DeployTokens />
        {data && <SigningKeys status={data} />}
      </div>
      {registering && <RemoteDialog onClose={() => setRegistering(false)} />}
    </>
  );
}
