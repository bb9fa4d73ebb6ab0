import { frontendHistoryQuery, frontendsQuery } from '@archive/api-client';
import type { FrontendHistory, FrontendsStatus } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { QueryState, usePageTitle } from '@archive/shell-api';
import {
  Button,
  CollapsibleSection,
  PageHeader,
  SkeletonList,
  TextLink,
  formatCount,
  formatDateTime,
  formatList,
  pluralize,
} from '@archive/ui';
import { useState } from 'react';
import { MicroFrontendCard } from './micro-frontend-card.tsx';
import { RemoteDialog } from './remote-dialog.tsx';
import { useTitles } from '../placement/remotes.tsx';

/** Live versions, their health, and the actions to promote and roll back. */
export function MicroFrontendsPage() {
  usePageTitle('Micro-frontends');
  const query = useQuery(frontendsQuery());
  const { data } = query;
  const [registering, setRegistering] = useState(false);
  return (
    <>
      <PageHeader
        eyebrow={<TextLink href="/ops">System status</TextLink>}
        title="Micro-frontends"
        lede={
          <>
            The separately released parts of this site: live versions, recent releases, and failures that browsers
            reported. Pipelines and verifiers have <TextLink href="/account/tokens">API tokens</TextLink>.
          </>
        }
        actions={<Button onClick={() => setRegistering(true)}>Register</Button>}
      />
      <div className="mt-8 space-y-10">
        {data ? (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {data.apps.map((frontend) => (
              <MicroFrontendCard key={frontend.name} frontend={frontend} revision={data.revision} />
            ))}
          </div>
        ) : (
          <QueryState
            query={query}
            level={2}
            failed="Can’t load the live versions"
            loading={<SkeletonList label="Loading micro-frontends..." />}
          />
        )}
        <Revisions />
        {data && <SigningKeys status={data} />}
      </div>
      {registering && <RemoteDialog onClose={() => setRegistering(false)} />}
    </>
  );
}

type Event = FrontendHistory[number];

function describe({ action, name, version }: Event, titleOf: (name: string) => string): string {
  const title = name === null ? '' : titleOf(name);
  const release = `${title} ${version ?? ''}`.trim();
  switch (action) {
    case 'start':
      return 'Loaded the versions included with the server';
    case 'promote':
      return `Promoted ${release}`;
    case 'canary':
      return `Started a canary of ${release}`;
    case 'rollback':
      return `Rolled back to ${release}`;
    case 'remove':
      return `Removed ${release}`;
    case 'register':
      return `Registered ${title}`;
    case 'change':
      return `Updated ${title}`;
    case 'retire':
      return `Retired ${title}`;
    case 'publish':
      return `Published ${release}`;
    case 'verify':
      return `Checked ${release} in a browser`;
    case 'token-create':
      return title ? `Created a token for publishing ${title}` : 'Created a verifier token';
    case 'token-revoke':
      return title ? `Revoked a token for publishing ${title}` : 'Revoked a verifier token';
    case 'files-delete':
      return `Deleted the files of ${release}`;
  }
}

/** What happened to micro-frontends, newest first. Entries with a number changed what is live. */
function Revisions() {
  const { data = [] } = useQuery(frontendHistoryQuery());
  const titleOf = useTitles();
  return (
    <CollapsibleSection title="History" count={data.length} countLabel={pluralize(data.length, 'event')} defaultOpen>
      <ol className="divide-y divide-rule">
        {data.map((event, index) => (
          <li key={data.length - index} className="flex flex-wrap gap-x-4 py-2.5 sm:flex-nowrap">
            <span className="w-10 shrink-0 font-serif text-17 text-faded tabular-nums">{event.revision}</span>
            <div className="min-w-0 flex-1">
              <p>
                {describe(event, titleOf)}
                {event.note && <span className="text-faded"> ({event.note})</span>}
              </p>
              <p className="text-13 text-faded">
                {formatDateTime(event.at)} by {event.by}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </CollapsibleSection>
  );
}

/** The keys whose signatures the archive accepts, and the builds that each has signed. */
function SigningKeys({ status: { apps, keys } }: { status: FrontendsStatus }) {
  const titleOf = useTitles();
  return (
    <CollapsibleSection title="Signing keys" count={keys.length} countLabel="accepted" defaultOpen>
      <p className="max-w-measure py-2 text-faded">
        {keys.length === 0
          ? 'No keys are configured, so builds need no signature. The setting FRONTEND_KEYS lists the public keys of publishers.'
          : 'Only builds signed by their publisher are accepted. The setting FRONTEND_KEYS lists the public keys.'}
      </p>
      <ul className="divide-y divide-rule">
        {keys.map(({ name, fingerprint }) => {
          const signed = apps.flatMap((app) => {
            const versions = app.versions.filter(({ signed_by }) => signed_by === fingerprint);
            return versions.length > 0 ? [`${formatCount(versions.length, 'version')} of ${titleOf(app.name)}`] : [];
          });
          return (
            <li key={`${name} ${fingerprint}`} className="py-3">
              <p className="wrap-anywhere">
                <code>{fingerprint}</code> {name === null ? 'for all micro-frontends' : `for ${titleOf(name)}`}
              </p>
              <p className="text-13 text-faded">
                {signed.length > 0 ? `Used for ${formatList(signed)}.` : 'Not used by any listed version.'}
              </p>
            </li>
          );
        })}
      </ul>
    </CollapsibleSection>
  );
}
