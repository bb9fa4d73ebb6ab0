import { readFileSync } from 'node:fs';

/** React itself; its sub-paths are shared modules of their own, under React's version. */
const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** The project's libraries that every front end has in common: one copy, the shell's. */
const LIBRARIES = [
  '@archive/router',
  '@archive/query',
  '@archive/api-client',
  '@archive/ui',
  '@archive/ui/prose',
  '@archive/shell-api',
];

function versionOf(request) {
  const name = request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
  return JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version;
}

/**
 * The one list of shared modules. The shell holds them all (`eager`, so that they come in its first file);
 * a remote brings none (`import: false`) and refuses to run on a version that its range does not allow.
 *
 * @param {{provides: boolean, development: boolean}} options
 */
export function sharedModules({ provides, development }) {
  const requests = [...REACT, ...(development ? ['react/jsx-dev-runtime'] : []), ...LIBRARIES];
  return Object.fromEntries(
    requests.map((request) => {
      const version = versionOf(request);
      const common = { singleton: true, strictVersion: true, requiredVersion: `^${version}` };
      return [request, provides ? { ...common, version, eager: true } : { ...common, import: false }];
    }),
  );
}
