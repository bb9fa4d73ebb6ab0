import { STATUS_CODES } from 'node:http';
import { type Operation, examples, type OtherResponse } from '@archive/contracts';
import { type Json, jsonSchema } from './openapi-components.ts';

/** Response headers, each described once in the document. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': 'Id of the request, as in the server log.',
  ETag: 'ETag of the response, for If-None-Match on reads and, for a record, If-Match on changes.',
  'X-Total-Count': 'Number of matches.',
  'X-Total-Count-Relation': '“gt” if there are more matches than X-Total-Count, where counting stopped.',
  Link: 'First, previous, next and last page (RFC 8288).',
  Location: 'URL of the new resource.',
  'X-Voyage-ETag': 'The new ETag of the voyage, for If-Match; absent if nothing changed.',
  'Idempotency-Replayed': '“true” if this is the stored response to an earlier request with the same Idempotency-Key.',
  'Set-Cookie': 'The session cookie.',
  'Content-Disposition': 'File name of the download.',
  'Retry-After': 'Seconds to wait.',
} as const;
type HeaderName = keyof typeof RESPONSE_HEADERS;

const headers = (...names: (HeaderName | false | undefined)[]): Json =>
  Object.fromEntries(
    ['X-Request-Id' as const, ...names]
      .filter((name) => typeof name === 'string')
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** Whether the operation is a read whose response has an ETag. */
const isConditionalRead = ({ method, response, noStore }: Operation) =>
  method === 'GET' && response !== undefined && !noStore;
const hasLocation = ({ status }: Operation) => status === 201 || status === 202;
/** Whether the operation is a change that returns the record with its ETag for `If-Match`. */
const returnsRecord = (operation: Operation) =>
  operation.response !== undefined &&
  (operation.status === 201 || (operation.method === 'PUT' && operation.conditional && !operation.changesVoyage));

const successHeaders = (operation: Operation): Json =>
  headers(
    (isConditionalRead(operation) || returnsRecord(operation)) && 'ETag',
    operation.paged && 'X-Total-Count',
    operation.cappedTotal && 'X-Total-Count-Relation',
    operation.paged && 'Link',
    hasLocation(operation) && 'Location',
    operation.changesVoyage && 'X-Voyage-ETag',
    operation.idempotent && 'Idempotency-Replayed',
    operation.id === 'auth.login' && 'Set-Cookie',
    operation.download && 'Content-Disposition',
  );

const files = ({ download = {} }: Operation): Json =>
  Object.fromEntries(
    Object.entries(download).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );

/** The content types of a response: a file, JSON or both. */
function content(operation: Operation): Json | undefined {
  const types = { ...files(operation), ...json(operation) };
  return Object.keys(types).length > 0 ? types : undefined;
}

/** The JSON response, with its alternatives and the conditions for sending them. */
function json(operation: Operation): Json | undefined {
  if (!operation.response) return undefined;
  const schema = jsonSchema(operation.response, 'output');
  const example = examples.get(operation.id)?.response;
  const others = (operation.otherResponses ?? []).filter(({ status }) => status === undefined);
  if (others.length === 0) return { 'application/json': { schema, example } };
  const otherSchemas = others.map((response) => ({
    description: response.when,
    ...jsonSchema(response.schema, 'output'),
  }));
  const otherExamples = others.map(({ when, example: value }, index) => [
    `alternative${index + 1}`,
    { summary: when, value },
  ]);
  return {
    'application/json': {
      schema: { anyOf: [schema, ...otherSchemas] },
      examples: { default: { value: example }, ...Object.fromEntries(otherExamples) },
    },
  };
}

function success(operation: Operation): Json {
  const { status = 200 } = operation;
  const body = content(operation);
  return {
    [status]: {
      description: STATUS_CODES[status] ?? 'Success',
      headers: successHeaders(operation),
      ...(body ? { content: body } : {}),
    },
    ...(isConditionalRead(operation)
      ? { 304: { description: 'The ETag still matches If-None-Match.', headers: headers('ETag') } }
      : {}),
  };
}

/** Sample error messages. */
const DETAILS: Record<number, string> = {
  400: 'The request could not be read.',
  401: 'Please sign in.',
  403: 'This is not allowed.',
  404: 'There is nothing at this address.',
  408: 'The upload was interrupted.',
  409: 'A record with this name or position already exists.',
  410: 'This is no longer available.',
  412: 'This record has been changed by someone else since you opened it.',
  413: 'The request is too large.',
  415: 'This content type is not supported.',
  422: 'Start date is required',
  429: 'Too many requests. Please wait a moment.',
  503: 'The database is not available. Please try again shortly.',
  507: 'The archive’s disk is almost full, so it can’t take files or imports at the moment.',
};

function problemExample(status: number): Json {
  const members = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: DETAILS[status] ?? 'The request was rejected.',
    request_id: '6f1c0a52-6f4f-4f0e-9b0c-1d2e8a7b9c11',
  };
  if (status === 422) return { ...members, errors: [{ path: 'start_date', message: DETAILS[422] }] };
  return status === 412 ? { ...members, etag: '"12"' } : members;
}

/** Errors of operations, each described once in the document as `Problem404` and so on. */
export const PROBLEM_RESPONSES: Json = Object.fromEntries(
  Object.keys(DETAILS).map((status) => [`Problem${status}`, problemResponse(Number(status))]),
);

function problemResponse(status: number): Json {
  const extra =
    status === 412 ? (['ETag'] as const) : status === 429 || status === 503 ? (['Retry-After'] as const) : [];
  return {
    description: STATUS_CODES[status] ?? 'Error',
    headers: headers(...extra),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example: problemExample(status) },
    },
  };
}

function otherResponse({ when, status = 200, schema, problem, example }: OtherResponse): Json {
  const type = problem ? 'application/problem+json' : 'application/json';
  const body = { schema: jsonSchema(schema, 'output'), example };
  return { description: `${STATUS_CODES[status]}. ${when}`, headers: headers(), content: { [type]: body } };
}

/** The errors that an operation declares, and those that result from its properties. */
function errorResponses({
  access,
  body,
  multipart,
  params,
  method,
  storedCopies,
  errors = [],
  otherResponses = [],
}: Operation): Json {
  const statuses = new Set([...errors, 422, 503]);
  if (access !== 'public') statuses.add(401).add(429);
  if (access !== 'public' && access !== 'reader') statuses.add(403);
  if (storedCopies !== undefined) statuses.add(507);
  if (method !== 'GET') statuses.add(400).add(403).add(413).add(415);
  if (params) statuses.add(400).add(404);
  if (body || multipart) statuses.add(400);
  const responses = [...statuses]
    .sort()
    .map((status) => [status, { $ref: `#/components/responses/Problem${status}` }] as const);
  const declared = otherResponses.flatMap((response) =>
    response.status === undefined ? [] : [[response.status, otherResponse(response)] as const],
  );
  return Object.fromEntries([...responses, ...declared]);
}

export const responsesOf = (operation: Operation): Json => ({ ...success(operation), ...errorResponses(operation) });
