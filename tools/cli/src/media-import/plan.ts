import { readFileMetadata } from '@archive/file-metadata';
import { decode, MixedEncodingsError } from '@archive/file-metadata/encodings';
import { fieldText } from '@archive/file-metadata/fields';
import { UserError } from '@archive/postgres';
import { existsSync, openAsBlob, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { isBag, PAYLOAD, problemsOfBag } from './bag.ts';
import { checkFields, COLUMNS, type Metadata, type MetadataRow, readMetadata, type Reading } from './metadata.ts';

/** The metadata of a folder, if no other file is named. */
const METADATA = 'media.csv';
/** Files that file managers create in folders. */
const SYSTEM_FILE = /^(?:\..*|thumbs\.db|desktop\.ini)$/i;

/** Files whose metadata is read. */
const WITH_METADATA = /\.(?:jpe?g|tiff?|png|webp|avif|hei[cf]|pdf)$/i;

export interface PlannedFile {
  /** Relative to the folder, with slashes. */
  path: string;
  /** The path on this machine. */
  source: string;
  /** Size in bytes. */
  size: number;
  /** Fields that are sent with the file. */
  fields: Record<string, string>;
  /** Neither the metadata nor the file has a title that is used, so it is the file name without its extension. */
  titleIsFileName: boolean;
  /** Metadata in the file for fields that the table leaves out. */
  embedded: Record<string, string>;
}

export interface ImportPlan {
  /** In the order of the table; those without a row follow, by path. */
  files: PlannedFile[];
  /** Paths that are not imported: hidden files, links, and the metadata. */
  leftOut: string[];
  /** Values of the metadata that are stored in another form, by file. */
  readings: (Reading & { path: string })[];
  /** How the table was understood: its encoding, headings and dates. */
  notes: string[];
  /** Nothing is imported while there are any problems. */
  problems: string[];
}

const NO_TABLE: Metadata = { rows: [], problems: [], dayFirst: false, notes: [] };

interface PlanOptions {
  /** The metadata file; by default `media.csv` in the folder, if it exists. */
  metadata: string | undefined;
  /** Use metadata in the files for fields that the table leaves out. */
  useFileMetadata: boolean;
  show: (state: string) => void;
}

/**
 * Plans the import of a folder. The files of a bag are those of its payload, checked against its manifest, and
 * their paths start in the payload.
 * @throws a `UserError` if the folder or the metadata is missing
 */
export async function planImport(
  folder: string,
  { metadata, useFileMetadata, show }: PlanOptions,
): Promise<ImportPlan> {
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UserError(`${folder} is not a folder.`);
  const bag = isBag(folder);
  const problems = bag ? await problemsOfBag(folder, show) : [];
  const root = bag ? join(folder, PAYLOAD) : folder;
  const table = await tableOf([folder, root], metadata);
  const { rows, problems: tableProblems, dayFirst, notes } = table ? readMetadata(table.text, table.name) : NO_TABLE;
  const encoding = table?.encoding === 'utf-8' ? [] : [`${table?.name} is read in the encoding ${table?.encoding}.`];
  const rowOf = new Map(rows.toReversed().map((row) => [row.cells['file'], row]));
  const { found, sources, leftOut } = await filesBelow(root, table?.path);
  const unused = rows.filter(({ cells: { file } }) => file !== undefined && !found.includes(file));
  const missing = unused.map(({ line, cells }) => `${table?.name}, line ${line}: there is no file ${cells['file']}.`);
  const checked: Awaited<ReturnType<typeof planFile>>[] = [];
  // One at a time, because of the memory that large files need.
  for (const path of inOrderOf(rows, found)) {
    show(`${checked.length + 1} of ${found.length} files`);
    checked.push(
      await planFile(sources.get(path) ?? '', path, rowOf.get(path), { table: table?.name, useFileMetadata, dayFirst }),
    );
  }
  return {
    files: checked.map(({ file }) => file),
    leftOut,
    readings: checked.flatMap(({ readings }) => readings),
    notes: [...(table ? encoding : []), ...notes],
    problems: [...problems, ...tableProblems, ...missing, ...checked.flatMap((file) => file.problems)],
  };
}

async function tableOf(folders: readonly string[], tableOption: string | undefined) {
  const path = tableOption ?? folders.map((folder) => join(folder, METADATA)).find((file) => existsSync(file));
  if (path === undefined) return undefined;
  try {
    const { text, encoding } = await decode(readFileSync(path));
    return { path: resolve(path), name: basename(path), text: text.normalize('NFC'), encoding };
  } catch (error) {
    if (error instanceof MixedEncodingsError)
      throw new UserError(`${basename(path)}: ${error.message} Save it as “CSV UTF-8” and run the command again.`);
    throw new UserError(`The metadata ${path} can’t be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Paths in the order of the table. Those without a row follow. */
function inOrderOf(rows: readonly MetadataRow[], paths: readonly string[]): string[] {
  const rowIndex = new Map(rows.map(({ cells: { file = '' } }, index) => [file, index]));
  const indexOf = (path: string) => rowIndex.get(path) ?? rows.length;
  return paths.toSorted((a, b) => indexOf(a) - indexOf(b));
}

/** In the order of their paths, with `img 2` before `img 10`. */
async function filesBelow(root: string, table: string | undefined) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const source = join(entry.parentPath, entry.name);
      // A disk may have decomposed the letters of a name.
      const path = relative(root, source).split(sep).join('/').normalize('NFC');
      const isHidden = path.split('/').some((part) => SYSTEM_FILE.test(part));
      return { path, source, isFile: entry.isFile() && !isHidden && resolve(source) !== table };
    })
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
  return {
    found: paths.filter(({ isFile }) => isFile).map(({ path }) => path),
    sources: new Map(paths.map(({ path, source }) => [path, source])),
    leftOut: paths.filter(({ isFile }) => !isFile).map(({ path }) => path),
  };
}

/** Metadata in a picture or PDF, as the fields of an upload. */
async function embeddedIn(source: string): Promise<Record<string, string>> {
  if (!WITH_METADATA.test(source)) return {};
  const found = await readFileMetadata(await openAsBlob(source));
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, fieldText(value)]));
}

interface FileOptions {
  /** The name of the metadata file. */
  table: string | undefined;
  useFileMetadata: boolean;
  dayFirst: boolean;
}

async function planFile(source: string, path: string, row: MetadataRow | undefined, options: FileOptions) {
  const { table, useFileMetadata, dayFirst } = options;
  const { size } = await stat(source);
  const knownCells = Object.entries(row?.cells ?? {}).filter(([column]) => COLUMNS.includes(column));
  const { file: _file, ...cells } = Object.fromEntries(knownCells);
  const found = Object.entries(await embeddedIn(source)).filter(([name]) => cells[name] === undefined);
  const embedded = Object.fromEntries(found);
  const described = useFileMetadata ? { ...embedded, ...cells } : cells;
  const titleIsFileName = described['title'] === undefined;
  const place = row ? `${table}, line ${row.line}` : path;
  const { fields, problems, readings } = checkFields({ title: basename(path, extname(path)), ...described }, dayFirst);
  const file: PlannedFile = { path, source, size, fields, titleIsFileName, embedded };
  return {
    file,
    readings: readings.map((reading) => ({ ...reading, path })),
    problems: [...problems.map((problem) => `${place}: ${problem}`), ...(size === 0 ? [`${path} is empty.`] : [])],
  };
}
