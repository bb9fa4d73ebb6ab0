import { formatCount, formatFileSize } from '@archive/contracts/format';
import { UserError } from '@archive/postgres';
import { resolve } from 'node:path';
import { ArchiveSession } from '../archive-session.ts';
import type { RunOptions } from '../command.ts';
import { Steps } from '../steps.ts';
import { bulletList, isConfirmed } from '../terminal.ts';
import { ImportLog, type Outcome } from './import-log.ts';
import { type ImportPlan, planImport, type PlannedFile } from './plan.ts';
import { uploadFiles } from './upload-files.ts';

export interface ImportOptions {
  metadata?: string;
  archive?: string;
  report: string;
  dryRun?: boolean;
  yes?: boolean;
  allowDuplicates?: boolean;
  useFileMetadata?: boolean;
}

const WITHOUT_TERMINAL = 'Add --yes to import without being asked, or --dry-run to stop here.';

/** Imports the files of a folder into the media library. Returns the status of the program. */
export async function importMedia(folder: string, options: ImportOptions, { signal }: RunOptions): Promise<number> {
  const steps = new Steps();
  const archive = new ArchiveSession(options.archive, process.env, 'UPLOAD_TOKEN');
  try {
    const plan = await steps.run('Folder', (show) =>
      planImport(folder, { metadata: options.metadata, useFileMetadata: options.useFileMetadata ?? false, show }),
    );
    const links = await steps.run('Archive', () => problemsOfLinks(archive, plan.files));
    const problems = [...plan.problems, ...links];
    describePlan(plan, options.useFileMetadata ?? false, (line) => steps.print(line));
    if (problems.length > 0)
      throw new UserError(
        `\nNothing was imported. ${formatCount(problems.length, 'problem')} to solve first:\n${bulletList(problems)}`,
      );
    if (plan.files.length === 0) throw new UserError('There is nothing to import.');
    if (options.dryRun) return 0;
    const count = formatCount(plan.files.length, 'file');
    const question = `Import ${count} into ${archive.origin}?`;
    if (!options.yes && !(await isConfirmed(question, WITHOUT_TERMINAL, signal))) return 1;
    return await run(plan, archive, options, steps, signal);
  } finally {
    await archive.signOut();
  }
}

async function run(
  { files }: ImportPlan,
  archive: ArchiveSession,
  { report, allowDuplicates = false }: ImportOptions,
  steps: Steps,
  signal: AbortSignal,
): Promise<number> {
  const log = new ImportLog(resolve(report));
  const counts: Record<Outcome | 'earlier', number> = { uploaded: 0, 'in the library': 0, failed: 0, earlier: 0 };
  try {
    await steps.run('Upload', (show) =>
      uploadFiles(files, {
        archive,
        log,
        allowDuplicates,
        signal,
        onResult: (result) => {
          counts[result?.outcome ?? 'earlier'] += 1;
          if (result && result.outcome !== 'uploaded') steps.print(`  ${result.path}: ${result.note}`);
          const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
          show(`${done} of ${files.length}${counts.failed > 0 ? `, ${counts.failed} failed` : ''}`);
        },
      }),
    );
  } catch (error) {
    steps.print('\nStopped. The same command continues where it stopped.');
    throw error;
  }
  const parts = [
    `${counts.uploaded} uploaded`,
    ...(counts['in the library'] > 0 ? [`${counts['in the library']} already in the library`] : []),
    ...(counts.earlier > 0 ? [`${counts.earlier} imported earlier`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
  ];
  steps.print(`\n${parts.join(', ')}. The report is ${log.file}.`);
  return counts.failed > 0 ? 1 : 0;
}

function describePlan(
  { files, leftOut, readings, notes }: ImportPlan,
  useFileMetadata: boolean,
  print: (line: string) => void,
): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  print(`\n${formatCount(files.length, 'file')}, ${formatFileSize(bytes)}`);
  const namedByFile = files.filter(({ titleIsFileName }) => titleIsFileName);
  if (namedByFile.length > 0)
    print(
      `${namedByFile.length} without a title, which will have the file name:\n${bulletList(namedByFile.map(({ path, fields }) => `${path} → “${fields['title']}”`))}`,
    );
  const described = files.filter(({ embedded }) => Object.keys(embedded).length > 0);
  if (described.length > 0)
    print(
      `${useFileMetadata ? 'Used from the files' : 'Found in the files, and not used without --use-file-metadata'}:\n${bulletList(described.map(({ path, embedded }) => `${path}: ${textOf(embedded)}`))}`,
    );
  if (notes.length > 0) print(bulletList(notes));
  if (readings.length > 0)
    print(
      `Understood as:\n${bulletList(readings.map(({ path, column, text, meaning }) => `${path}: ${column} “${text}” → “${meaning}”`))}`,
    );
  if (leftOut.length > 0) print(`Left out:\n${bulletList(leftOut)}`);
}

/** `date “1949-02-12”, creator “Abbie Rowe”` */
const textOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, text]) => `${name} “${text.replaceAll('\n', ' ')}”`)
    .join(', ');

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
async function problemsOfLinks(archive: ArchiveSession, files: readonly PlannedFile[]): Promise<string[]> {
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
