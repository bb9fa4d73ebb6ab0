import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { suggestion } from '../../commands.mjs';
import { type Finding, ok, warning } from './finding.ts';

/** Names in `.env` that no program reads, which are mostly typing errors. */
export function settingsFile(root: string): Finding {
  const file = join(root, '.env');
  if (!existsSync(file)) return ok('Settings', 'no .env: the defaults of .env.example');
  const knownNames = Object.keys(parseEnv(readFileSync(join(root, '.env.example'), 'utf8')));
  const unknown = Object.keys(parseEnv(readFileSync(file, 'utf8'))).filter((name) => !knownNames.includes(name));
  if (unknown.length === 0) return ok('Settings', '.env has known names only');
  const names = unknown.map((name) => {
    const suggested = suggestion(name, knownNames);
    return suggested === undefined ? name : `${name} (did you mean ${suggested}?)`;
  });
  return warning('Settings', `.env has names that nothing reads: ${names.join(', ')}.`, 'Compare with .env.example.');
}
