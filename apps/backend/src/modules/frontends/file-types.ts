const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  ts: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Content type of a built file; undefined for file types that builds do not contain. */
export const fileTypeOf = (path: string): string | undefined => TYPES[path.slice(path.lastIndexOf('.') + 1)];

/** Files that a browser opens as documents and whose scripts it runs. */
const DOCUMENTS = new Set(['html', 'svg']);

/** Whether a file has TypeScript types of the exposed components. Module Federation names their folder `@mf-types`. */
const isTypes = (path: string) => /^@mf-types\/.+\.d\.ts$/.test(path);

/** Whether a published build may contain a file. Only the shell may contain HTML and SVG files. */
export const isPublishable = (frontend: string, path: string): boolean =>
  (path.endsWith('.ts') ? isTypes(path) : fileTypeOf(path) !== undefined) &&
  (frontend === 'shell' || !DOCUMENTS.has(path.slice(path.lastIndexOf('.') + 1)));

/** Whether the page loads files of this type into itself: modules, styles and fonts. All other files are served with a sandbox policy. */
export const isLoaded = (type: string): boolean => /^(?:text\/(?:javascript|css)|font\/)/.test(type);
