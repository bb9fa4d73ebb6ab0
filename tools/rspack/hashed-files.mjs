import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rspack } from '@rspack/core';

/**
 * Files that the page references directly, outside any bundle: copied unchanged, under names with their hash.
 * Returns their URLs by the given keys, and the plugin that copies them.
 *
 * @param {Record<string, string>} files paths relative to the project's directory
 * @param {string} directory
 */
export function hashedFiles(files, directory) {
  const copies = Object.entries(files).map(([key, file]) => {
    const { name, ext } = path.parse(file);
    const hash = createHash('sha256')
      .update(readFileSync(path.join(directory, file)))
      .digest('hex')
      .slice(0, 10);
    return { key, from: file, to: `assets/${name}.${hash}${ext}` };
  });
  return {
    addresses: Object.fromEntries(copies.map(({ key, to }) => [key, `/${to}`])),
    plugin: new rspack.CopyRspackPlugin({ patterns: copies.map(({ from, to }) => ({ from, to })) }),
  };
}
