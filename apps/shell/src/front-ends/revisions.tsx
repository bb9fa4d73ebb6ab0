import { frontendHistoryQuery } from '@archive/api-client';
import type { FrontendHistory } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { FoldSection } from '@archive/ui';
import { NAMES } from './names.ts';
import { when } from './when.ts';

type Revision = FrontendHistory[number];

function told({ action, name, version }: Revision): string {
  const what = `${name ? NAMES[name] : ''} ${version ?? ''}`.trim();
  switch (action) {
    case 'start':
      return 'Took up what was built where the archive runs';
    case 'promote':
      return `Promoted ${what}`;
    case 'canary':
      return `Began a canary of ${what}`;
    case 'rollback':
      return `Went back to ${what}`;
  }
}

/** What was made live, by whom and when: nothing of it is ever taken away. */
export function Revisions() {
  const { data = [] } = useQuery(frontendHistoryQuery());
  return (
    <FoldSection
      title="History"
      count={data.length}
      countLabel={data.length === 1 ? 'revision' : 'revisions'}
      defaultOpen
    >
      <ol className="divide-y divide-rule">
        {data.map((revision) => (
          <li key={revision.revision} className="flex flex-wrap gap-x-4 py-2.5 sm:flex-nowrap">
            <span className="w-10 shrink-0 font-serif text-17 text-faded tabular-nums">{revision.revision}</span>
            <div className="min-w-0 flex-1">
              <p>
                {told(revision)}
                {revision.note && <span className="text-faded"> ({revision.note})</span>}
              </p>
              <p className="text-13 text-faded">
                {when(revision.at)}, by {revision.by}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </FoldSection>
  );
}
