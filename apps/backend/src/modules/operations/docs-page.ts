import { type Operation, examples } from '@archive/contracts';
import type { z } from 'zod';
import { jsonSchema } from './openapi-schema.ts';
import { escape, PAGE_STYLE } from './plain-page.ts';

const anchorOf = (operation: Operation) => operation.id.replace('.', '-');

const preBlock = (value: unknown) => `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`;

function schemaBlock(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return '';
  return `<details><summary>${title}</summary>${preBlock(jsonSchema(schema, io))}</details>`;
}

const fillPath = (path: string, params: unknown) =>
  path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String((params as Record<string, unknown> | undefined)?.[name] ?? placeholder),
  );

function queryText(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>);
  const entries = pairs.flatMap(([name, value]) =>
    [value].flat().map((item) => [name, String(item)] as [string, string]),
  );
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : '';
}

/** A sample request and response. */
function exampleBlock(operation: Operation): string {
  const { params, query, body, multipart, response } = examples.get(operation.id) ?? {};
  const form = multipart === undefined ? '' : `<p>As a form with the part <code>file</code>:</p>${preBlock(multipart)}`;
  return `<details><summary>Example</summary>
<pre>${operation.method} ${escape(fillPath(operation.path, params) + queryText(query))}</pre>
${body === undefined ? '' : preBlock(body)}${form}
<p>Response ${operation.status ?? 200}${response === undefined ? ' without a body.' : ':'}</p>${response === undefined ? '' : preBlock(response)}
</details>`;
}

const otherBlocks = ({ otherResponses = [] }: Operation) =>
  otherResponses.map(({ when, status, schema }) =>
    schemaBlock(`Response${status ? ` ${status}` : ''}: ${escape(when)}`, schema, 'output'),
  );

/** Authorization, paging and headers, in sentences. */
const notesOf = (operation: Operation) =>
  [
    operation.public ? 'Public.' : 'Requires a session.',
    operation.paged ? 'Paged: X-Total-Count has the total, Link the other pages.' : '',
    operation.conditional ? 'Accepts If-Match.' : '',
    operation.changesVoyage ? 'Returns the voyage’s new ETag in X-Voyage-ETag.' : '',
    operation.idempotent ? 'Accepts Idempotency-Key.' : '',
  ].filter((note) => note !== '');

function operationBlock(operation: Operation): string {
  return `<section id="${anchorOf(operation)}">
<h3><span class="method">${operation.method}</span> <code>${escape(operation.path)}</code></h3>
<p>${escape(operation.summary)}. ${notesOf(operation).join(' ')} Returns ${operation.status ?? 200}${operation.errors ? `; errors: ${operation.errors.join(', ')}` : ''}.</p>
${exampleBlock(operation)}
${schemaBlock('Path parameters', operation.params, 'input')}${schemaBlock('Query parameters', operation.query, 'input')}
${schemaBlock('JSON body', operation.body, 'input')}${schemaBlock('Multipart body', operation.multipart, 'input')}
${schemaBlock('Response', operation.response, 'output')}${otherBlocks(operation).join('')}
</section>`;
}

/** The API reference, one page without scripts. */
export function docsPage(operations: readonly Operation[], title: string): string {
  const domains = Map.groupBy(operations, (operation) => operation.id.slice(0, operation.id.indexOf('.')));
  const sorted = [...domains].sort(([a], [b]) => (a < b ? -1 : 1));
  const links = (group: Operation[]) =>
    group.map((operation) => `<li><a href="#${anchorOf(operation)}">${escape(operation.summary)}</a></li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escape(title)}</title><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><h1>API reference</h1><p>${escape(title)}. OpenAPI document: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Operations">${sorted.map(([name, group]) => `<h2>${escape(name)}</h2><ul>${links(group)}</ul>`).join('')}</nav>
<main>${sorted.map(([name, group]) => `<h2>${escape(name)}</h2>${group.map(operationBlock).join('\n')}`).join('\n')}</main>
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
