import { duplicateCandidatesQuery, mergesQuery } from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, formatDate, Notice, TextLink } from '@archive/ui';
import { NotDuplicateButton, useUndoMerge } from './not-duplicate.tsx';

/** For curators on a person page: possible duplicates, and the records merged into this one. */
export function DuplicatesAndMerges({ person }: { person: Person }) {
  const { person_slug: slug } = person;
  const { data: candidates } = useQuery(duplicateCandidatesQuery(slug));
  const { data: merges } = useQuery(mergesQuery(slug));
  const { undo, isPending } = useUndoMerge();
  const otherPeople =
    candidates?.items.flatMap(({ people }) => people.filter((other) => other.person_slug !== slug)) ?? [];
  return (
    <div className="mt-8 space-y-4 empty:hidden">
      {otherPeople.length > 0 && (
        <Notice tone="warning" title="Possible duplicates">
          <ul className="space-y-1">
            {otherPeople.map((other) => (
              <li key={other.person_slug} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span>{other.full_name}</span>
                <TextLink
                  href={`/people/duplicates/${slug}/${other.person_slug}`}
                  aria-label={`Compare with ${other.full_name}`}
                >
                  Compare
                </TextLink>
                <NotDuplicateButton first={person} second={other} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {merges && merges.length > 0 && (
        <Notice title="Merged into this record">
          <ul className="space-y-1">
            {merges.map(({ merge, merged_name, merged_by, merged_at }) => (
              <li key={merge} className="flex flex-wrap items-center gap-x-3">
                <span>
                  {merged_name}, by {merged_by}, {formatDate(merged_at)}
                </span>
                <Button
                  size="small"
                  busy={isPending}
                  onClick={() => void undo(slug, merge, merged_name)}
                  aria-label={`Undo the merge of ${merged_name}`}
                >
                  Undo
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
