import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** The nearest folder at or above `directory` that has `entry`; undefined if there is none. */
function nearest(entry, directory) {
  for (let folder = directory; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, entry))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** The folder of an installed package, as a module in `directory` finds it. Unlike `require.resolve`, it ignores the package's `exports`. */
export function packageFolder(name, directory) {
  const folder = nearest(path.join('node_modules', name, 'package.json'), directory);
  if (folder === undefined) throw new Error(`${name} is not installed for ${directory}.`);
  return realpathSync(path.join(folder, 'node_modules', name));
}

/** Name, version and folder of the package that a request of a module in `directory` is in. */
export function packageOf(request, directory) {
  const name = request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
  const folder = packageFolder(name, directory);
  return { name, folder, version: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version };
}

/** The root of the workspace that a project is in; the project itself if it is in none. */
export const workspaceOf = (directory) => nearest('nx.json', directory) ?? directory;
