import { frontendHistoryQuery } from '@archive/api-client';
import type { FrontendHistory } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { CollapsibleSection, formatDateTime, pluralize } from '@archive/ui';
import { useTitles } from './use-titles.ts';

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
      return title ? `Created a deploy token for ${title}` : 'Created a verifier token';
    case 'token-revoke':
      return title ? `Revoked a deploy token for ${title}` : 'Revoked a verifier token';
    case 'files-delete':
      return `Deleted the files of ${release}`;
  }
}

/** What happened to micro-frontends, newest first. Entries with a number changed what is live. */
export function Revisions() {
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
