import path from 'node:path';

/*
 * The program's folder: `src` in development, `dist` in a build. Use it for paths to other files, because a build bundles the modules
 * into a few files, so `import.meta` of a module doesn't tell its folder.
 */
export const PROGRAM = import.meta.dirname;

/** The repository's root. */
export const ROOT = path.resolve(PROGRAM, '../../..');

/** `.ts` in development, `.js` in a build. */
export const EXTENSION = path.extname(import.meta.filename);
