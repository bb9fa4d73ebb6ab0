// Runs on any Node before anything is installed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Compares package-lock.json with what is installed, in the root and in each workspace: npm's own list of what it installed, and
 * the folders. `missing` names packages that are absent or of another version; `digest` changes with what is there.
 */
export function installedTree(root) {
  const locked = packagesIn(join(root, 'package-lock.json')) ?? {};
  const installed = packagesIn(join(root, 'node_modules', '.package-lock.json')) ?? {};
  const digest = createHash('sha256');
  const missing = [];
  for (const [path, { version, resolved, link, optional }] of Object.entries(locked)) {
    if (!path.includes('node_modules/')) continue;
    const entry = installed[path];
    const isThere = entry !== undefined && existsSync(join(root, path, 'package.json'));
    if (isThere) digest.update(`${path}\0${link ? resolved : entry.version}\n`);
    const isRight = link ? isThere : isThere && entry.version === version;
    // npm leaves out optional packages of other systems, and lists none of them.
    if (!isRight && !(optional && entry === undefined)) missing.push(path);
  }
  return { missing, digest: digest.digest('hex') };
}

// An input of every build: `node tools/cli/installed.mjs`.
if (process.argv[1] === import.meta.filename) console.log(installedTree(process.cwd()).digest);
