import { type Call, examples } from '@archive/contracts';
import type { z } from 'zod';
import { jsonSchema } from './openapi-schema.ts';
import { escape, PAGE_STYLE } from './plain-page.ts';

const anchorOf = (call: Call) => call.id.replace('.', '-');

const pre = (value: unknown) => `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`;

function schemaBlock(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return '';
  return `<details><summary>${title}</summary>${pre(jsonSchema(schema, io))}</details>`;
}

const filled = (path: string, params: unknown) =>
  path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    String((params as Record<string, unknown> | undefined)?.[name] ?? whole),
  );

function queryText(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>);
  const several = pairs.flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as [string, string]),
  );
  return several.length > 0 ? `?${new URLSearchParams(several)}` : '';
}

/** The call as it is made, and what comes back. */
function exampleBlock(call: Call): string {
  const { params, query, body, multipart, answer } = examples.get(call.id) ?? {};
  const form = multipart === undefined ? '' : `<p>As a form, with the part <code>file</code>:</p>${pre(multipart)}`;
  return `<details><summary>Example</summary>
<pre>${call.method} ${escape(filled(call.path, params) + queryText(query))}</pre>
${body === undefined ? '' : pre(body)}${form}
<p>Answer ${call.status ?? 200}${answer === undefined ? ', without a body.' : ':'}</p>${answer === undefined ? '' : pre(answer)}
</details>`;
}

const otherBlocks = ({ otherAnswers = [] }: Call) =>
  otherAnswers.map(({ when, status, schema }) =>
    schemaBlock(`Answer${status ? ` ${status}` : ''}: ${escape(when)}`, schema, 'output'),
  );

/** What a call takes and answers besides, in words. */
const notesOf = (call: Call) =>
  [
    call.open ? 'Open to everyone.' : 'Needs a session.',
    call.paged ? 'Paged: the total is in X-Total-Count, the neighbouring pages in Link.' : '',
    call.conditional ? 'Takes If-Match.' : '',
    call.changesVoyage ? 'X-Voyage-ETag says what the voyage’s tag is now.' : '',
    call.repeatable ? 'Takes Idempotency-Key.' : '',
  ].filter((note) => note !== '');

function callBlock(call: Call): string {
  return `<section id="${anchorOf(call)}">
<h3><span class="method">${call.method}</span> <code>${escape(call.path)}</code></h3>
<p>${escape(call.summary)}. ${notesOf(call).join(' ')} Answers ${call.status ?? 200}${call.refusals ? `; may refuse with ${call.refusals.join(', ')}` : ''}.</p>
${exampleBlock(call)}
${schemaBlock('In the address', call.params, 'input')}${schemaBlock('After the question mark', call.query, 'input')}
${schemaBlock('Body, JSON', call.body, 'input')}${schemaBlock('Body, multipart', call.multipart, 'input')}
${schemaBlock('Answer', call.answer, 'output')}${otherBlocks(call).join('')}
</section>`;
}

/** The contract for reading, in one page without scripts. */
export function docsPage(calls: readonly Call[], title: string): string {
  const domains = Map.groupBy(calls, (call) => call.id.slice(0, call.id.indexOf('.')));
  const sorted = [...domains].sort(([a], [b]) => (a < b ? -1 : 1));
  const links = (group: Call[]) =>
    group.map((call) => `<li><a href="#${anchorOf(call)}">${escape(call.summary)}</a></li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}: the calls</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><h1>${escape(title)}</h1><p>The calls of its interface. The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Calls">${sorted.map(([name, group]) => `<h2>${escape(name)}</h2><ul>${links(group)}</ul>`).join('')}</nav>
<main>${sorted.map(([name, group]) => `<h2>${escape(name)}</h2>${group.map(callBlock).join('\n')}`).join('\n')}</main>
</body></html>`;
}

export const DOCS_STYLE = `${PAGE_STYLE}
body { max-width: 1120px; display: grid; gap: 0 48px; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 900px) { body { grid-template-columns: 220px minmax(0, 1fr); } header { grid-column: 1 / -1; }
  nav { position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow: auto; } }
h2 { text-transform: capitalize; }
nav h2 { font-size: 17px; margin: 16px 0 4px; } nav ul { list-style: none; margin: 0; padding: 0; } nav li { font-size: 13px; line-height: 22px; }
h3 { font-size: 17px; margin: 24px 0 4px; overflow-wrap: anywhere; } section { scroll-margin-top: 16px; }
.method { color: var(--brass); font: 600 13px/1 Inter, system-ui, sans-serif; letter-spacing: .04em; }
details { margin: 4px 0; } summary { cursor: pointer; }
pre { overflow: auto; margin: 8px 0; padding: 12px; background: var(--leaf); border: 1px solid var(--rule); border-radius: 6px; font-size: 13px; line-height: 20px; }
`;
