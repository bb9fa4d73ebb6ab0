import { frontendHistoryQuery } from '@archive/api-client';
import type { FrontendHistory } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { CollapsibleSection, formatDateTime, pluralize } from '@archive/ui';
import { NAMES } from './names.ts';

type Revision = FrontendHistory[number];

function describe({ action, name, version }: Revision): string {
  const release = `${name ? NAMES[name] : ''} ${version ?? ''}`.trim();
  switch (action) {
    case 'start':
      return 'Loaded the versions built with the server';
    case 'promote':
      return `Promoted ${release}`;
    case 'canary':
      return `Started a canary of ${release}`;
    case 'rollback':
      return `Rolled back to ${release}`;
  }
}

/** The append-only release history. */
export function Revisions() {
  const { data = [] } = useQuery(frontendHistoryQuery());
  return (
    <CollapsibleSection title="History" count={data.length} countLabel={pluralize(data.length, 'revision')} defaultOpen>
      <ol className="divide-y divide-rule">
        {data.map((revision) => (
          <li key={revision.revision} className="flex flex-wrap gap-x-4 py-2.5 sm:flex-nowrap">
            <span className="w-10 shrink-0 font-serif text-17 text-faded tabular-nums">{revision.revision}</span>
            <div className="min-w-0 flex-1">
              <p>
                {describe(revision)}
                {revision.note && <span className="text-faded"> ({revision.note})</span>}
              </p>
              <p className="text-13 text-faded">
                {formatDateTime(revision.at)} by {revision.by}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </CollapsibleSection>
  );
}
