/*
 * Writes the set of files into a folder, with `set.json`, a list of their names and outcomes: `node write.ts FOLDER PREFIX`. The titles
 * generated from the file names are unique and begin with the prefix. With names, only these files: `node write.ts FOLDER PREFIX NAME…`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { argv } from 'node:process';
import { MASTERS } from './index.ts';

const [, , folder = '.', prefix = '', ...names] = argv;
const selected = names.length > 0 ? MASTERS.filter(({ name }) => names.includes(name)) : MASTERS;
const written = [];
for (const { name, make, outcome, isFilm = false } of selected) {
  const { name: stem, ext } = path.parse(name);
  const title = `${prefix} ${stem} ${ext.slice(1)}`;
  await writeFile(path.join(folder, title + ext), await make());
  written.push({ name: title + ext, title, outcome, isFilm });
}
await writeFile(path.join(folder, 'set.json'), JSON.stringify(written));
