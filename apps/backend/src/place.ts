import path from 'node:path';

/*
 * Where the program lies: `src` as it is written, `dist` once it is built, where all of it is in a few files. Paths to other files begin
 * here and not at the module that needs them.
 */
export const PROGRAM = import.meta.dirname;

/** The project's root. */
export const ROOT = path.resolve(PROGRAM, '../../..');

/** `.ts` as it is written, `.js` once it is built. */
export const EXTENSION = path.extname(import.meta.filename);
