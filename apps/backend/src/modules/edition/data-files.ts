import { pathOf, type PublicArchive } from '@archive/edition';
import { escapeFormula } from '@archive/voyage-document';
import { stringify } from 'csv-stringify/sync';

interface DataFile {
  path: string;
  content: Buffer;
  /** For readers; files without a label are not listed. */
  label?: string;
}

const LABELS = { voyages: 'Voyages', people: 'People', media: 'Pictures', albums: 'Albums', places: 'Places' } as const;
const KINDS = { voyages: 'voyage', people: 'person', media: 'media', albums: 'album', places: 'place' } as const;

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return escapeFormula(typeof value === 'object' ? JSON.stringify(value) : String(value));
};

/** All public records as JSON and CSV, and the map of the site if its address is known. */
export function dataFiles(archive: PublicArchive, address: string | undefined): DataFile[] {
  const files = (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((name): DataFile[] => {
    const records: readonly object[] = archive[name];
    const rows = records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([field, value]) => [field, cellOf(value)])),
    );
    const csv = stringify(rows, { header: true, bom: true, record_delimiter: 'windows' });
    return [
      {
        path: `data/${name}.json`,
        content: Buffer.from(`${JSON.stringify(records)}\n`),
        label: `${LABELS[name]}, JSON`,
      },
      { path: `data/${name}.csv`, content: Buffer.from(csv), label: `${LABELS[name]}, CSV` },
    ];
  });
  if (address !== undefined) files.push({ path: 'sitemap.xml', content: Buffer.from(sitemap(archive, address)) });
  return files;
}

function sitemap(archive: PublicArchive, address: string): string {
  const paths = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((name) =>
    archive[name].map(({ slug }) => pathOf(KINDS[name], slug)),
  );
  const urls = ['index.html', ...paths].map((path) => `<url><loc>${address}/edition/${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}
