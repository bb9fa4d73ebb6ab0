// Names of files in the directory of the sandboxed process that unpacks a package.
/** One line for each unpacked file: its path in the package, as JSON. Line n, counted from 0, is the path of `entryFile(n)`. */
export const LISTING_FILE = 'listing';
export const entryFile = (index: number) => `entry-${index}`;

/** Folders of a package that are imported. */
export const RECORDS_FOLDER = 'data/records/';
export const FILES_FOLDER = 'data/files/';
