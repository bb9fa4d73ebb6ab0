import path from 'node:path';

/** Where the gallery is written: `GALLERY_DIR`, or `dist/gallery`. */
export const GALLERY_DIR = path.resolve(
  process.env['GALLERY_DIR'] ?? path.join(import.meta.dirname, '../../dist/gallery'),
);
