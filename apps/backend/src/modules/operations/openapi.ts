import { type Call, examples, problemSchema } from '@archive/contracts';
import type { z } from 'zod';
import { ANSWER_HEADERS, responsesOf } from './openapi-answers.ts';
import { type Json, jsonSchema } from './openapi-schema.ts';

/** The domains, as the document groups calls. */
const TAGS: Record<string, string> = {
  albums: 'Albums of a voyage and the media in them.',
  auth: 'Signing in and out. Every other call needs the cookie that signing in sets.',
  exports: 'Lists and the whole archive as files to be kept.',
  frontends: 'The micro-frontends of which the pages are made.',
  health: 'Whether the process lives, and whether what it depends on can be reached.',
  history: 'Who changed what, and ways back.',
  home: 'What the first page shows.',
  ingest: 'Documents of voyages, taken in by the queue.',
  media: 'The library: records, files and their links to voyages.',
  people: 'Everybody who sailed, and who was aboard which voyage.',
  presidents: 'Presidents and owners, under whom voyages stand.',
  search: 'Voyages, people and media at once.',
  storage: 'Whether files and records agree, and what settles it where they do not.',
  timeline: 'Dates that have something to show.',
  voyages: 'The voyages themselves.',
};

const tagOf = ({ id }: Call) => id.slice(0, id.indexOf('.'));

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query', example: unknown): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: described,
    ...(isRecord(example) && name in example ? { example: example[name] } : {}),
  }));
}

const REQUEST_HEADERS = {
  conditional: {
    name: 'If-Match',
    description:
      'The ETag of the record, or of the voyage, as it was read: refused with 412 when it has changed since.',
    example: '"12"',
  },
  repeatable: {
    name: 'Idempotency-Key',
    description: "Of the sender's making: the same request with the same key gets the first answer again, for a day.",
    example: '2f1f7c1e-8a55-4b8b-a7f9-0f3f1b8b7a10',
  },
} as const;

const headers = (call: Call): Json[] =>
  (['conditional', 'repeatable'] as const)
    .filter((kind) => call[kind])
    .map((kind) => ({ ...REQUEST_HEADERS[kind], in: 'header', required: false, schema: { type: 'string' } }));

function requestBody({ id, body, multipart }: Call): Json | undefined {
  if (!body && !multipart) return undefined;
  const example = examples.get(id);
  const content: Json = {};
  if (body) content['application/json'] = { schema: jsonSchema(body, 'input'), example: example?.body };
  if (multipart) {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    const fields = isRecord(example?.multipart) ? example.multipart : {};
    content['multipart/form-data'] = {
      schema: { allOf: [jsonSchema(multipart, 'input'), file] },
      example: { ...fields, file: '(the bytes of the file)' },
    };
  }
  return { required: true, content };
}

function operation(call: Call): Json {
  const body = requestBody(call);
  const example = examples.get(call.id);
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [tagOf(call)],
    ...(call.open ? { security: [] } : {}),
    ...(call.pipelines ? { security: [{ session: [] }, { deployToken: [] }] } : {}),
    parameters: [
      ...parameters(call.params, 'path', example?.params),
      ...parameters(call.query, 'query', example?.query),
      ...headers(call),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(call),
  };
}

/** The calls that a server answers, as an OpenAPI 3.1 document; sorted, so that it only changes when they do. */
export function openApiOf(calls: readonly Call[], title: string): Json {
  const sorted = [...calls].sort((a, b) =>
    a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1,
  );
  const paths: Record<string, Json> = {};
  for (const call of sorted) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  const tags = [...new Set(sorted.map(tagOf))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description:
        'Lists are arrays, their total in X-Total-Count. Whatever is refused is answered as a problem document (RFC 9457) whose detail is a sentence for people.',
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] })),
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Set by auth.login; behind TLS its name is __Host-session.',
        },
        deployToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Made by frontends.makeToken, for the changes of one front end.',
        },
      },
      headers: Object.fromEntries(
        Object.entries(ANSWER_HEADERS).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
    },
  };
}
