import { apartQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useEditMode } from '@archive/shell-api';
import { Button, FoldSection, formatDate } from '@archive/ui';
import { useApart } from './use-apart.ts';

/** The pairs of whom a curator has said that they are two people; folded, and absent while there are none. */
export function SaidApart() {
  const { editing } = useEditMode();
  const { data } = useQuery(apartQuery());
  const { takeBack, busy } = useApart();
  if (!data || data.total === 0) return null;
  return (
    <FoldSection title="Two people each" meta="Not offered as look-alikes" count={data.total} defaultOpen={false}>
      <ul className="divide-y divide-rule border-b border-rule">
        {data.items.map(({ people: [one, other], said_by, said_at }) =>
          one && other ? (
            <li
              key={`${one.person_slug} ${other.person_slug}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <p className="min-w-0 wrap-anywhere">
                {one.full_name} and {other.full_name}
                <span className="block text-13 text-faded">
                  said by {said_by}, {formatDate(said_at)}
                </span>
              </p>
              {editing && (
                <Button
                  size="small"
                  busy={busy}
                  aria-label={`Take back: ${one.full_name} and ${other.full_name}`}
                  onClick={() => void takeBack(one, other)}
                >
                  Take back
                </Button>
              )}
            </li>
          ) : null,
        )}
      </ul>
    </FoldSection>
  );
}
