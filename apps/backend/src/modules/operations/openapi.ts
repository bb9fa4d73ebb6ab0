import { STATUS_CODES } from 'node:http';
import { type Call, problemSchema } from '@archive/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** `io` decides what a schema means that transforms: what a client may send, or what it gets. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: described,
  }));
}

const HEADERS = {
  conditional: {
    name: 'If-Match',
    description:
      'The ETag of the record, or of the voyage, as it was read: refused with 412 when it has changed since.',
  },
  repeatable: {
    name: 'Idempotency-Key',
    description: "Of the sender's making: the same request with the same key gets the first answer again, for a day.",
  },
} as const;

const headers = (call: Call): Json[] =>
  (['conditional', 'repeatable'] as const)
    .filter((kind) => call[kind])
    .map((kind) => ({ ...HEADERS[kind], in: 'header', required: false, schema: { type: 'string' } }));

function requestBody({ body, multipart }: Call): Json | undefined {
  if (!body && !multipart) return undefined;
  const content: Json = {};
  if (body) content['application/json'] = { schema: jsonSchema(body, 'input') };
  if (multipart) {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    content['multipart/form-data'] = { schema: { allOf: [jsonSchema(multipart, 'input'), file] } };
  }
  return { required: true, content };
}

const PAGE_HEADERS = {
  'X-Total-Count': { description: 'Number of all that match.', schema: { type: 'integer' } },
  Link: { description: 'Neighbouring pages (RFC 8288).', schema: { type: 'string' } },
};

const VOYAGE_HEADERS = {
  'X-Voyage-ETag': { description: 'What If-Match takes for the voyage from now on.', schema: { type: 'string' } },
};

function success({ answer, paged, changesVoyage, method, status = 200 }: Call): Json {
  const headers = { ...(paged ? PAGE_HEADERS : {}), ...(changesVoyage ? VOYAGE_HEADERS : {}) };
  return {
    [status]: {
      description: STATUS_CODES[status] ?? 'Success',
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      ...(answer ? { content: { 'application/json': { schema: jsonSchema(answer, 'output') } } } : {}),
    },
    ...(method === 'GET' && answer ? { 304: { description: 'Unchanged: the given ETag still fits.' } } : {}),
  };
}

/** The refusals that a call names, and those that follow from what it is. */
function refusals({ open, query, body, multipart, params, refusals: own = [] }: Call): Json {
  const statuses = new Set([...own, 503]);
  if (!open) statuses.add(401);
  if (query || body || multipart) statuses.add(422);
  if (body || multipart) statuses.add(400).add(413).add(415);
  if (params) statuses.add(404);
  const problem = { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } };
  return Object.fromEntries(
    [...statuses].sort().map((status) => [status, { description: STATUS_CODES[status] ?? 'Refused', ...problem }]),
  );
}

function operation(call: Call): Json {
  const body = requestBody(call);
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [call.id.slice(0, call.id.indexOf('.'))],
    ...(call.open ? { security: [] } : {}),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query'), ...headers(call)],
    ...(body ? { requestBody: body } : {}),
    responses: { ...success(call), ...refusals(call) },
  };
}

/** The calls that a server answers, as an OpenAPI 3.1 document; sorted, so that it only changes when they do. */
export function openApiOf(calls: readonly Call[], title: string): Json {
  const sorted = [...calls].sort((a, b) =>
    a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1,
  );
  const paths: Record<string, Json> = {};
  for (const call of sorted) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description:
        'Lists are arrays, their total in X-Total-Count. Whatever is refused is answered as a problem document.',
    },
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
    },
  };
}
