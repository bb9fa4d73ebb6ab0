import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from './pages.ts';
import { CHAPTERS, type CodeLocation, type Term } from './terms.ts';

export const GLOSSARY = 'docs/glossary.md';

const INTRODUCTION = `# Glossary

One term for each concept, in the app, in code and in the documentation. Generated from \`tools/docs/src/terms.ts\` by \`npm run docs:glossary\`; a test fails when it is out of date or when a name no longer exists. The words that these terms replace are in \`tools/lint/language/terms.ts\`, and the linter reports their use.
`;

function formatPlace(place: CodeLocation): string {
  if ('table' in place) return `table \`${place.table}\``;
  const file = 'path' in place ? place.path : place.in;
  const link = `[\`${file}\`](../${file})`;
  return 'path' in place ? link : `\`${place.name}\` in ${link}`;
}

const row = ({ term, meaning, where }: Term) => `| **${term}** | ${meaning} | ${where.map(formatPlace).join(', ')} |`;

/** The generated page, formatted as the repository formats Markdown. */
export async function renderGlossary(): Promise<string> {
  const chapters = CHAPTERS.map(
    ({ title, terms }) =>
      `## ${title}\n\n| Term | Meaning | Where |\n| --- | --- | --- |\n${terms.map(row).join('\n')}\n`,
  );
  const file = path.join(ROOT, GLOSSARY);
  return format([INTRODUCTION, ...chapters].join('\n'), { ...(await resolveConfig(file)), filepath: file });
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const PLACES = CHAPTERS.flatMap(({ terms }) => terms).flatMap(({ term, where }) =>
  where.map((place) => ({ term, place })),
);

/** Tables that the glossary names. */
export const TABLES = PLACES.flatMap(({ place }) => ('table' in place ? [place.table] : []));

/** Files and names in the glossary that do not exist in the repository. */
export function missingPlaces(): string[] {
  const exists = (file: string) => existsSync(path.join(ROOT, file));
  const declares = ({ name, in: file }: { name: string; in: string }) => {
    if (!exists(file)) return false;
    const isFolder = statSync(path.join(ROOT, file)).isDirectory();
    const files = isFolder ? globSync(`${file}/**/*.{ts,tsx}`, { cwd: ROOT }) : [file];
    return files.some((file) => new RegExp(String.raw`\b${name}\b`).test(read(file)));
  };
  return PLACES.filter(({ place }) => {
    if ('table' in place) return false;
    return 'path' in place ? !exists(place.path) : !declares(place);
  }).map(({ term, place }) => `${term}: ${formatPlace(place)}`);
}
