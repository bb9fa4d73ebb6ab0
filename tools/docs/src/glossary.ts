import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from './pages.ts';
import { CHAPTERS, type CodeLocation, type Term } from './terms.ts';

export const GLOSSARY = 'docs/glossary.md';

const INTRODUCTION = `# Glossary

One term for each concept, in the app, in code and in the documentation. Generated from \`tools/docs/src/terms.ts\` by \`npm run docs:glossary\`; a test fails when it is out of date or when a name no longer exists. The words that these terms replace are in \`tools/lint/language/terms.ts\`, and the linter reports their use.
`;

function formatLocation(location: CodeLocation): string {
  if ('table' in location) return `table \`${location.table}\``;
  const file = 'path' in location ? location.path : location.in;
  const link = `[\`${file}\`](../${file})`;
  return 'path' in location ? link : `\`${location.name}\` in ${link}`;
}

const row = ({ term, meaning, where }: Term) =>
  `| **${term}** | ${meaning} | ${where.map(formatLocation).join(', ')} |`;

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

const LOCATIONS = CHAPTERS.flatMap(({ terms }) => terms).flatMap(({ term, where }) =>
  where.map((location) => ({ term, location })),
);

/** Tables that the glossary names. */
export const TABLES = LOCATIONS.flatMap(({ location }) => ('table' in location ? [location.table] : []));

/** Files and names in the glossary that do not exist in the repository. */
export function missingLocations(): string[] {
  const exists = (file: string) => existsSync(path.join(ROOT, file));
  const declares = ({ name, in: file }: { name: string; in: string }) => {
    if (!exists(file)) return false;
    const isFolder = statSync(path.join(ROOT, file)).isDirectory();
    const files = isFolder ? globSync(`${file}/**/*.{ts,tsx}`, { cwd: ROOT }) : [file];
    return files.some((file) => new RegExp(String.raw`\b${name}\b`).test(read(file)));
  };
  return LOCATIONS.filter(({ location }) => {
    if ('table' in location) return false;
    return 'path' in location ? !exists(location.path) : !declares(location);
  }).map(({ term, location }) => `${term}: ${formatLocation(location)}`);
}
