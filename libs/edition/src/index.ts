/** The pages of a published edition, rendered from the public records of an archive. Pure: no input or output. */
export { type EditionPage, EditionPages } from './pages.tsx';
export { pathOf } from './frame.tsx';
export { searchIndex } from './search-page.tsx';
export type * from './public-archive.ts';
