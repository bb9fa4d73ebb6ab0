import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Paths of all files below a directory, which may change while it is being read. */
export async function filesBelow(root: string, folder = ''): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && folder !== '') return [];
      throw error;
    },
  );
  const found = entries.map((entry) => {
    const fullPath = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(root, fullPath) : [fullPath];
  });
  return (await Promise.all(found)).flat();
}
