import { packageOf } from './packages.mjs';

/** React; its subpaths are shared modules with React's version. */
const REACT = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];

/** The project's libraries that the shell and all remotes share in one copy, the shell's. */
export const LIBRARIES = [
  '@archive/router',
  '@archive/query',
  '@archive/api-client',
  '@archive/ui',
  '@archive/ui/prose',
  '@archive/shell-api',
];

/**
 * Which versions a remote accepts. Of the project's libraries, any with the same major version: whether the shell's is recent enough is
 * checked by the names that a build uses (names.mjs), so a remote waits only for the shell that has what it uses.
 */
const rangeOf = (request, version) => (LIBRARIES.includes(request) ? `^${version.split('.')[0]}.0.0` : `^${version}`);

/**
 * The list of shared modules. The shell provides them (`eager`, in its first file); a remote brings none (`import:
 * false`) and refuses to run with a version outside its range.
 * @param {{provides: boolean, development: boolean, directory: string}} options `directory` is the project's, whose packages are used
 */
export function sharedModules({ provides, development, directory }) {
  const requests = [...REACT, ...(development ? ['react/jsx-dev-runtime'] : []), ...LIBRARIES];
  return Object.fromEntries(
    requests.map((request) => {
      const { version } = packageOf(request, directory);
      const common = { singleton: true, strictVersion: true, requiredVersion: rangeOf(request, version) };
      return [request, provides ? { ...common, version, eager: true } : { ...common, import: false }];
    }),
  );
}
