import path from 'node:path';

/*
 * Folders of the program: `src` in development, `dist` when built, where everything is in a few files. Paths to other files start
 * here, because the location of a module changes with the build.
 */
export const PROGRAM = import.meta.dirname;

/** The repository's root. */
export const ROOT = path.resolve(PROGRAM, '../../..');

/** `.ts` in development, `.js` when built. */
export const EXTENSION = path.extname(import.meta.filename);
