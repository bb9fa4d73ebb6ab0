import type { ArchiveSession } from '../archive-session.ts';
import type { PlannedFile } from './plan.ts';

/** What files can belong to: the column with its slug, and where the archive has it. */
const LINKS = [
  { column: 'voyage_slug', record: 'voyage', path: '/api/voyages/' },
  { column: 'president_slug', record: 'president or owner', path: '/api/presidents/' },
  { column: 'album_slug', record: 'album', path: '/api/curator/albums/' },
] as const;

/** Voyages, presidents and albums that the files name and the archive does not have. */
export async function problemsOfLinks(archive: ArchiveSession, files: readonly PlannedFile[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { column, record, path } of LINKS) {
    const slugOf = ({ fields, albumSlug }: PlannedFile) => (column === 'album_slug' ? albumSlug : fields[column]);
    for (const [slug, using] of Map.groupBy(files, slugOf)) {
      if (slug === undefined) continue;
      const response = await archive.respond('GET', path + encodeURIComponent(slug));
      await response.body?.cancel();
      if (response.status === 404)
        problems.push(`${using[0]?.path}: the archive has no ${record} with the slug “${slug}”.`);
    }
  }
  return problems;
}
