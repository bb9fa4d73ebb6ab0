import type { ArchiveSession } from '../archive-session.ts';
import type { PlannedFile } from './plan.ts';

/** Records that files can be attached to: the column with their slugs, and the name of their kind in the check. */
const LINKS = [
  { column: 'voyage_slug', record: 'voyage', kind: 'voyages' },
  { column: 'president_slug', record: 'president or owner', kind: 'presidents' },
  { column: 'album_slug', record: 'album', kind: 'albums' },
  { column: 'people', record: 'person', kind: 'people' },
] as const;

/** Slugs of a kind in one request. */
const MAX_SLUGS = 1000;

const slugsIn = ({ fields }: PlannedFile, column: string) =>
  (fields[column] ?? '')
    .split(',')
    .map((slug) => slug.trim())
    .filter((slug) => slug !== '');

/** Voyages, presidents, albums and people that the files name and the archive does not have. */
export async function problemsOfLinks(archive: ArchiveSession, files: readonly PlannedFile[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { column, record, kind } of LINKS) {
    const using = new Map<string, string>();
    for (const file of files)
      for (const slug of slugsIn(file, column)) if (!using.has(slug)) using.set(slug, file.path);
    const slugs = [...using.keys()];
    for (let start = 0; start < slugs.length; start += MAX_SLUGS) {
      const body = { [kind]: slugs.slice(start, start + MAX_SLUGS) };
      const missing = await archive.request('media.checkLinks', { body });
      for (const slug of missing[kind])
        problems.push(`${using.get(slug)}: the archive has no ${record} with the slug “${slug}”.`);
    }
  }
  return problems;
}
