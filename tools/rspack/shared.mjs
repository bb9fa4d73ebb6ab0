import { readFileSync } from 'node:fs';

/** React; its subpaths are shared modules with React's version. */
const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** The project's libraries that the shell and all remotes share in one copy, the shell's. */
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
 * The list of shared modules. The shell provides them (`eager`, in its first file); a remote brings none (`import:
 * false`) and refuses to run with a version outside its range.
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
