import { notDuplicatesQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useEditMode } from '@archive/shell-api';
import { Button, CollapsibleSection, formatDate } from '@archive/ui';
import { useDismissDuplicate } from './use-dismiss-duplicate.ts';

/** Dismissed pairs, in a collapsed section. Renders nothing if there are none. */
export function DismissedDuplicates() {
  const { editing } = useEditMode();
  const { data } = useQuery(notDuplicatesQuery());
  const { restore, busy } = useDismissDuplicate();
  if (!data || data.total === 0) return null;
  return (
    <CollapsibleSection
      title="Different people"
      meta="Not listed as possible duplicates"
      count={data.total}
      defaultOpen={false}
    >
      <ul className="divide-y divide-rule border-b border-rule">
        {data.items.map(({ people: [first, second], dismissed_by, dismissed_at }) =>
          first && second ? (
            <li
              key={`${first.person_slug} ${second.person_slug}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <p className="min-w-0 wrap-anywhere">
                {first.full_name} and {second.full_name}
                <span className="block text-13 text-faded">
                  marked by {dismissed_by}, {formatDate(dismissed_at)}
                </span>
              </p>
              {editing && (
                <Button
                  size="small"
                  busy={busy}
                  aria-label={`Move back to possible duplicates: ${first.full_name} and ${second.full_name}`}
                  onClick={() => void restore(first, second)}
                >
                  Move back to possible duplicates
                </Button>
              )}
            </li>
          ) : null,
        )}
      </ul>
    </CollapsibleSection>
  );
}
