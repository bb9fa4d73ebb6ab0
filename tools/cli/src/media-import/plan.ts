import { UserError } from '@archive/postgres';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { isBag, PAYLOAD, problemsOfBag } from './bag.ts';
import { checkFields, COLUMNS, type MetadataRow, readMetadata, type Reading } from './metadata.ts';

/** The metadata of a folder, if no other file is named. */
const METADATA = 'media.csv';
/** What file managers write into folders. */
const SYSTEM_FILE = /^(?:\..*|thumbs\.db|desktop\.ini)$/i;

export interface PlannedFile {
  /** From the folder, with slashes. */
  path: string;
  /** On this machine. */
  source: string;
  /** Bytes. */
  size: number;
  /** What is sent with the file. */
  fields: Record<string, string>;
  /** The metadata has no title, so it is the file name without its extension. */
  titleIsFileName: boolean;
}

export interface ImportPlan {
  files: PlannedFile[];
  /** Paths that are not imported: hidden files, links, and the metadata. */
  leftOut: string[];
  /** Values of the metadata that are stored in another form, by file. */
  readings: (Reading & { path: string })[];
  /** Nothing is imported while there are any. */
  problems: string[];
}

interface PlanOptions {
  /** The file of the metadata; by default `media.csv` in the folder, if it is there. */
  metadata: string | undefined;
  show: (state: string) => void;
}

/**
 * What an import of a folder would do. The files of a bag are those of its payload, checked against its manifest, and
 * their paths start in the payload.
 * @throws a `UserError` if the folder or the metadata is missing
 */
export async function planImport(folder: string, { metadata, show }: PlanOptions): Promise<ImportPlan> {
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UserError(`${folder} is not a folder.`);
  const bag = isBag(folder);
  const problems = bag ? await problemsOfBag(folder, show) : [];
  const root = bag ? join(folder, PAYLOAD) : folder;
  const table = tableOf([folder, root], metadata);
  const { rows, problems: tableProblems } = table ? readMetadata(table.text, table.name) : { rows: [], problems: [] };
  const rowOf = new Map(rows.toReversed().map((row) => [row.cells['file'], row]));
  const { found, leftOut } = await filesBelow(root, table?.path);
  const unused = rows.filter(({ cells: { file } }) => file !== undefined && !found.includes(file));
  const missing = unused.map(({ line, cells }) => `${table?.name}, line ${line}: there is no file ${cells['file']}.`);
  const checked = await Promise.all(found.map((path) => planFile(root, path, rowOf.get(path), table?.name)));
  return {
    files: checked.map(({ file }) => file),
    leftOut,
    readings: checked.flatMap(({ readings }) => readings),
    problems: [...problems, ...tableProblems, ...missing, ...checked.flatMap((file) => file.problems)],
  };
}

function tableOf(folders: readonly string[], named: string | undefined) {
  const path = named ?? folders.map((folder) => join(folder, METADATA)).find((file) => existsSync(file));
  if (path === undefined) return undefined;
  try {
    return { path: resolve(path), name: basename(path), text: readFileSync(path, 'utf8') };
  } catch (error) {
    throw new UserError(`The metadata ${path} can’t be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** In the order of their paths, with `img 2` before `img 10`. */
async function filesBelow(root: string, table: string | undefined) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const source = join(entry.parentPath, entry.name);
      const path = relative(root, source).split(sep).join('/');
      const isHidden = path.split('/').some((part) => SYSTEM_FILE.test(part));
      return { path, isFile: entry.isFile() && !isHidden && resolve(source) !== table };
    })
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
  return {
    found: paths.filter(({ isFile }) => isFile).map(({ path }) => path),
    leftOut: paths.filter(({ isFile }) => !isFile).map(({ path }) => path),
  };
}

async function planFile(root: string, path: string, row: MetadataRow | undefined, table: string | undefined) {
  const source = join(root, path);
  const { size } = await stat(source);
  const known = Object.entries(row?.cells ?? {}).filter(([column]) => COLUMNS.includes(column));
  const { file: _file, ...cells } = Object.fromEntries(known);
  const titleIsFileName = cells['title'] === undefined;
  const fields = { title: basename(path, extname(path)), ...cells };
  const place = row ? `${table}, line ${row.line}` : path;
  const { problems, readings } = checkFields(fields);
  const file: PlannedFile = { path, source, size, fields, titleIsFileName };
  return {
    file,
    readings: readings.map((reading) => ({ ...reading, path })),
    problems: [...problems.map((problem) => `${place}: ${problem}`), ...(size === 0 ? [`${path} is empty.`] : [])],
  };
}
