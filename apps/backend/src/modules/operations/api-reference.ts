import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { escapeHtml } from '../../common/index.ts';

const require = createRequire(import.meta.url);
const PACKAGE = require.resolve('swagger-ui-dist/package.json');
const { version: VERSION } = require(PACKAGE) as { version: string };

/** A file of Swagger UI, which is served unchanged. */
export const swaggerFile = (name: 'swagger-ui.css' | 'swagger-ui-bundle.js') =>
  readFile(path.join(path.dirname(PACKAGE), name), 'utf8');

/** The page of the API reference: Swagger UI, loaded from this server, so that the content security policy of all pages allows it. */
export const apiReferencePage = (title: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escapeHtml(title)}</title>
<link rel="stylesheet" href="/fonts.css"><link rel="stylesheet" href="/api/docs/swagger-ui.css?v=${VERSION}"><link rel="stylesheet" href="/api/docs/style.css">
<script src="/api/docs/swagger-ui-bundle.js?v=${VERSION}" defer></script><script src="/api/docs/reference.js" defer></script></head>
<body><header><a href="/">${escapeHtml(title)}</a><h1>API reference</h1>
<p>“Try it out” sends real requests with your session, and changes the archive. OpenAPI document: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<main id="reference"></main>
<noscript><p>The API reference needs JavaScript. It shows the OpenAPI document <a href="/api/openapi.json">openapi.json</a>.</p></noscript>
</body></html>`;

/** Starts Swagger UI in the system's color scheme, with a search over the methods, paths and descriptions of operations. */
export const REFERENCE_SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const setScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setScheme);
setScheme();

const renderNothing = () => () => null;
const textOf = (tag, item) =>
  [tag, item.get('method'), item.get('path'), item.getIn(['operation', 'summary']), item.getIn(['operation', 'description'])]
    .join(' ')
    .toLowerCase();

/** Operations that contain all words of the search. */
function opsFilter(groups, phrase) {
  const words = phrase.toLowerCase().split(/\\s+/).filter(Boolean);
  const isFound = (tag) => (item) => words.every((word) => textOf(tag, item).includes(word));
  return groups
    .map((group, tag) => group.update('operations', (items) => items.filter(isFound(tag))))
    .filter((group) => group.get('operations').size > 0);
}

const plugin = {
  fn: { opsFilter },
  // The browser sends the session cookie; no script can set it.
  wrapComponents: { authorizeBtn: renderNothing, authorizeOperationBtn: renderNothing },
};

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  plugins: [plugin],
  filter: true,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  // Never send the document to the public validator.
  validatorUrl: null,
  onComplete() {
    const search = document.querySelector('.operation-filter-input');
    search?.setAttribute('placeholder', 'Search operations');
    search?.setAttribute('aria-label', 'Search operations');
  },
});
`;

export const REFERENCE_STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#FBF9F4, #1c2022); color: light-dark(#14213D, #F1ECE0); }
header { max-width: 1460px; margin: 0 auto; padding: 24px 20px 0; font: 15px/24px "Inter Variable", system-ui, sans-serif; box-sizing: border-box; }
header h1 { margin: 0; font: 600 35px/1.25 "Museum Serif", Georgia, serif; }
header p { margin: 4px 0; max-width: 72ch; } header a { color: light-dark(#1D3557, #8FB3E6); }
.swagger-ui .scheme-container, .swagger-ui .info .title, .swagger-ui .info .link { display: none; }
.swagger-ui .info { margin: 8px 0; }
.swagger-ui .opblock .opblock-summary-path { max-width: none; overflow-wrap: anywhere; }
.swagger-ui .filter .operation-filter-input { width: 100%; margin: 8px 0; }
:focus-visible { outline: 2px solid light-dark(#9A7428, #D9B566); outline-offset: 2px; }
@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 12px; } .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui table { display: block; overflow-x: auto; }
}
`;
