import type { Operation } from '@archive/contracts';
import fc from 'fast-check';
import type { z } from 'zod';
import { validValue, repaired, almostValid, malformedValue, schemaOf } from './from-schema.ts';
import { KNOWN_TEXT, hostileText, hostileValue } from './values.ts';

export interface RawRequest {
  method: string;
  /** Path and query, as sent over the network. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

type Text = fc.Arbitrary<string>;

/** Slugs and ids that exist in the archive. */
interface ArchiveValues {
  words: readonly string[];
  text: Text;
}

/** Percent-encodes text; lone surrogates become invalid UTF-8. */
const percentEncode = (text: string) =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : [...Buffer.from(text, 'utf16le')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const BROKEN = [
  '%',
  '%z',
  '%zz',
  '%00',
  '%ff',
  '%c0%ae',
  '%ed%a0%80',
  '%u0041',
  '..%2f..%2f',
  '%2e%2e',
  '//',
  ';a=b',
  '+',
];
const broken: Text = fc.constantFrom(...BROKEN);

const members = (schema: z.ZodType | undefined) => (schema ? Object.keys(schemaOf(schema).properties ?? {}) : []);

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Values that match the schema, with rare exceptions. */
const valuesOf = (schema: z.ZodType, archiveValues: ArchiveValues) =>
  validValue(schemaOf(schema), archiveValues.text).map((value) => repaired(schema, value, archiveValues.words));

function around(schema: z.ZodType, archiveValues: ArchiveValues): fc.Arbitrary<unknown> {
  const fits = validValue(schemaOf(schema), archiveValues.text);
  return fc.oneof(
    { weight: 4, arbitrary: valuesOf(schema, archiveValues) },
    { weight: 2, arbitrary: fits },
    { weight: 2, arbitrary: almostValid(valuesOf(schema, archiveValues), members(schema)) },
    { weight: 2, arbitrary: almostValid(fits, members(schema)) },
    { weight: 3, arbitrary: malformedValue(valuesOf(schema, archiveValues)) },
  );
}

function pathOf({ path, params }: Operation, archiveValues: ArchiveValues): Text {
  const values = params ? valuesOf(params, archiveValues) : fc.constant({});
  // Without one of its segments, the path would be that of another operation.
  const fill = (given: unknown) =>
    path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => percentEncode(asText((given as Record<string, unknown>)[name] ?? 'x')) || '%20',
    );
  const segment = fc.oneof(
    hostileText.map((text) => percentEncode(text.slice(0, 2000))),
    broken,
  );
  const malformed = segment.map((text) => path.replaceAll(/\{\w+\}/g, () => text || '%20'));
  const fits = values.map(fill);
  const slashed = fits.map((target) => `${target}/`);
  return params
    ? fc.oneof({ weight: 8, arbitrary: fits }, { weight: 1, arbitrary: malformed }, { weight: 1, arbitrary: slashed })
    : fc.oneof({ weight: 8, arbitrary: fits }, { weight: 1, arbitrary: slashed });
}

function queryOf({ query }: Operation, archiveValues: ArchiveValues): Text {
  const names = [...members(query), 'x', 'a[b]', '__proto__', 'limit'];
  const pair = fc
    .tuple(fc.constantFrom(...names), fc.oneof(hostileText, archiveValues.text))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value.slice(0, 3000))}`);
  const malformed = fc.oneof(
    pair,
    pair.map((item) => `${item}&${item}`),
    pair.map((item) => Array.from({ length: 150 }, () => item.slice(0, 60)).join('&')),
    fc.tuple(fc.constantFrom(...names), broken).map(([name, value]) => `${name}=${value}`),
    broken,
    fc.constantFrom('?', '&&&', '=', '#', `${'a&'.repeat(2000)}`, `q=${'x'.repeat(9000)}`),
  );
  const none = fc.constant('');
  if (!query) return fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: malformed });
  const toQuery = (given: unknown) =>
    Object.entries(given as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .flatMap(([name, value]) => [value].flat().map((item) => `${name}=${percentEncode(asText(item))}`))
      .join('&');
  const fits = valuesOf(query, archiveValues).map(toQuery);
  const both = fc.tuple(fits, malformed).map(([a, b]) => `${a}&${b}`);
  return fc.oneof({ weight: 8, arbitrary: fits }, { weight: 2, arbitrary: both }, { weight: 1, arbitrary: malformed });
}

const BOMBS = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '1e999',
  '"text"',
  '{"a":1}}',
  "{'a': 1}",
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '\ufeff{}',
  '['.repeat(50_000),
  '{"a":'.repeat(30_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  JSON.stringify({ title: 'x'.repeat(1_100_000) }),
];
const malformed: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...BOMBS).map((text) => Buffer.from(text)),
  fc.constant(Buffer.from('{"title":"\xff\xfe"}', 'latin1')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  hostileValue.map((value) => Buffer.from(JSON.stringify(value))),
);

const JSON_TYPE = 'application/json';
const BOUNDARY = 'between-the-parts';
const TYPES = [
  'application/json; charset=utf-16',
  'application/json;',
  'application/JSON ; a="b',
  'application/merge-patch+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'-'.repeat(300)}`,
  '/',
  'x'.repeat(2000),
];

type Content = { type?: string; body?: Buffer };

const STARTS = [
  '%PDF-1.7\n',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'GIF89a',
  '<svg xmlns="',
  '<html>',
  'PK\x03\x04',
  '',
];
const fileBytes = fc
  .tuple(fc.constantFrom(...STARTS), fc.uint8Array({ maxLength: 300 }))
  .map(([start, remainder]) => Buffer.concat([Buffer.from(start, 'latin1'), remainder]));

function partsOf(
  fields: unknown,
  file: Buffer,
  { name, filename, end }: { name: string; filename: string; end: string },
) {
  const line = (head: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);
  const parts = Object.entries((fields ?? {}) as Record<string, unknown>).map(([field, value]) =>
    line(`name="${field}"`, Buffer.from(asText(value))),
  );
  const bytes = line(`name="${name}"; filename="${filename}"`, file);
  return Buffer.concat([...parts, bytes, Buffer.from(end)]);
}

function multipartOf(schema: z.ZodType, archiveValues: ArchiveValues): fc.Arbitrary<Content> {
  const details = fc.record({
    name: fc.constantFrom('file', 'file', 'file', 'other', '__proto__', ''),
    filename: fc.constantFrom('a.png', '', '../../x.md', 'x\0.pdf', `${'n'.repeat(2000)}.md`, '\ud83d\udea2.md'),
    end: fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}--\r\n`, `--${BOUNDARY}\r\n`, ''),
  });
  return fc.tuple(around(schema, archiveValues), fileBytes, details).map(([fields, file, detail]) => ({
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: partsOf(fields, file, detail),
  }));
}

function contentOf({ method, body, multipart }: Operation, archiveValues: ArchiveValues): fc.Arbitrary<Content> {
  const none = fc.constant<Content>({});
  if (method === 'GET') return none;
  const json = (bytes: fc.Arbitrary<Buffer>) => bytes.map((byte): Content => ({ type: JSON_TYPE, body: byte }));
  const serialized = body && around(body, archiveValues).map((value) => Buffer.from(JSON.stringify(value) ?? ''));
  const choices = [
    { weight: body || multipart ? 1 : 6, arbitrary: none },
    { weight: 2, arbitrary: json(malformed) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom(...TYPES),
        body: serialized ? fc.oneof(malformed, serialized) : malformed,
      }),
    },
  ];
  if (serialized) choices.push({ weight: 9, arbitrary: json(serialized) });
  if (multipart) choices.push({ weight: 7, arbitrary: multipartOf(multipart, archiveValues) });
  return fc.oneof(...choices);
}

const oneHeader = (name: string, ...values: string[]) => fc.constantFrom(...values).map((value) => ({ [name]: value }));
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 36, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: oneHeader('if-match', '*', '""', '"1"', 'W/"1-x"', '"99999999999999999999.9"', ',', 'ÿ', '"1", "2"'),
  },
  { weight: 1, arbitrary: oneHeader('if-none-match', '*', '"', 'W/', ','.repeat(3000)) },
  { weight: 1, arbitrary: oneHeader('idempotency-key', '', 'a', 'k'.repeat(201), 'one two', 'ÿ', '1') },
  {
    weight: 1,
    arbitrary: oneHeader('range', 'bytes=0-', 'bytes=-0', 'bytes=9-1', `bytes=${'0-1,'.repeat(500)}`, 'lines=1'),
  },
  { weight: 1, arbitrary: oneHeader('accept', 'text/html', '*/*;q=x', '') },
  { weight: 1, arbitrary: oneHeader('accept-encoding', 'gzip;q=9', 'br, x', '*;q=0') },
  { weight: 1, arbitrary: oneHeader('content-encoding', 'gzip', 'identity', 'br') },
  { weight: 1, arbitrary: oneHeader('x-request-id', 'ÿ', '<script>', 'x'.repeat(500)) },
  { weight: 1, arbitrary: oneHeader('origin', 'null', 'https://evil.example', 'http://[') },
  { weight: 1, arbitrary: oneHeader('sec-fetch-site', 'cross-site', 'none', 'x') },
  { weight: 1, arbitrary: oneHeader('x-forwarded-for', '1.2.3.4, ::1', 'x'.repeat(1000)) },
  { weight: 1, arbitrary: oneHeader('x-large', 'x'.repeat(30_000)) },
);

/** Requests for an operation. Each of their components is valid, almost valid or invalid. */
export function requestsOf(operation: Operation, names: readonly string[]): fc.Arbitrary<RawRequest> {
  const words = [...names, ...KNOWN_TEXT];
  const known = { words, text: fc.constantFrom(...names, ...words) };
  return fc
    .record({
      path: pathOf(operation, known),
      query: queryOf(operation, known),
      content: contentOf(operation, known),
      headers,
    })
    .map(({ path, query, content, headers: given }) => ({
      method: operation.method,
      target: query === '' ? path : `${path}?${query}`,
      headers: { ...given, ...(content.type === undefined ? {} : { 'content-type': content.type }) },
      ...(content.body ? { body: content.body } : {}),
    }));
}
