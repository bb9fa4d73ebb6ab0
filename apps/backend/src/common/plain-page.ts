import { hash } from 'node:crypto';

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES.get(character) ?? character);

const STYLE = `:root { color-scheme: light dark; } * { box-sizing: border-box; }
body { margin: 0 auto; max-width: 30rem; padding: 3rem 1.25rem; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#FBF9F4, #1c2022); color: light-dark(#14213D, #F1ECE0); }
h1 { margin: .5rem 0 1rem; font: 600 1.75rem/1.25 Georgia, serif; } header { color: light-dark(#5B6472, #B9B4A6); } a { color: light-dark(#1D3557, #8FB3E6); }
.what { padding: .75rem 1rem; border-left: 4px solid light-dark(#9A7428, #D9B566); background: light-dark(#FFFFFF, #262b2e); font-weight: 600; overflow-wrap: anywhere; }
label { display: block; margin-top: 1.5rem; } input { display: block; width: 100%; min-height: 44px; margin-top: .25rem; padding: .5rem .75rem; font: inherit; color: inherit; background: light-dark(#FFFFFF, #14181a); border: 1px solid light-dark(#8A8475, #7d8589); border-radius: 6px; }
button { margin-top: 1rem; min-height: 44px; padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: #FFFFFF; background: #1D3557; border: 1px solid light-dark(#1D3557, #8FB3E6); border-radius: 6px; cursor: pointer; }
body:has(pre) { max-width: 60rem; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
[role=alert] { margin-top: 1rem; color: light-dark(#9B2226, #F0A8A0); font-weight: 600; } :focus-visible { outline: 2px solid light-dark(#9A7428, #D9B566); outline-offset: 2px; }`;

/** Content security policy of these pages, which allows their style and nothing else. */
export const PLAIN_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page that the server renders itself, because it must work without scripts. `content` is HTML. */
export const plainPage = (title: string, heading: string, content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)} · ${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><header>${escapeHtml(title)}</header><main><h1>${escapeHtml(heading)}</h1>${content}</main></body></html>`;
