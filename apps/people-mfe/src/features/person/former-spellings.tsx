import { messageOf, removeSpellingMutation, restoreMutation, spellingsQuery } from '@archive/api-client';
import type { Person } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Button, Notice, toast } from '@archive/ui';

/** For curators on a person page: the spellings that searches and imports know besides the name. */
export function FormerSpellings({ person: { person_slug: slug } }: { person: Person }) {
  const { data } = useQuery(spellingsQuery(slug));
  const { remove, busy } = useRemoveSpelling(slug);
  if (!data || data.length === 0) return null;
  return (
    <Notice className="mt-4" title="Other spellings">
      <p>Searches and imports find this person by these names, too.</p>
      <ul className="mt-1 space-y-1">
        {data.map(({ name, is_imported }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3">
            <span>{is_imported ? `${name} (from an import)` : name}</span>
            <Button size="small" busy={busy} onClick={() => void remove(name)} aria-label={`Remove ${name}`}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Removes a spelling; a toast offers Undo. */
function useRemoveSpelling(slug: string) {
  const client = useQueryClient();
  const removing = useMutation(removeSpellingMutation(client));
  const restoring = useMutation(restoreMutation(client));
  const restore = (name: string, revision: number) =>
    restoring.mutateAsync({ kind: 'person', slug, revision }).then(
      () => void toast.success(`“${name}” is recorded again`),
      (error: unknown) => void toast.error(`Couldn’t undo: ${messageOf(error)}`),
    );
  const remove = (name: string) =>
    removing.mutateAsync({ slug, name }).then(
      ({ revision }) =>
        void toast.success(`“${name}” removed`, {
          duration: 30_000,
          action: { label: 'Undo', onClick: () => void restore(name, revision) },
        }),
      (error: unknown) => void toast.error(`Couldn’t remove “${name}”: ${messageOf(error)}`),
    );
  return { remove, busy: removing.isPending };
}
