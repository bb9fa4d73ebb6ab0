import { STATUS_CODES } from 'node:http';
import { type Call, examples, type OtherAnswer } from '@archive/contracts';
import { type Json, jsonSchema } from './openapi-schema.ts';

/** Headers of answers, by the name under which the document describes them once. */
export const ANSWER_HEADERS = {
  'X-Request-Id': 'Names the request; it stands in the server’s log as well.',
  ETag: 'Tag of what was answered: for If-None-Match of a read and, of a record, for If-Match of a change.',
  'X-Total-Count': 'Number of all that match.',
  'X-Total-Count-Relation': '“gt” where more match than X-Total-Count says: they were counted no further.',
  Link: 'The first, previous, next and last page (RFC 8288).',
  Location: 'Where what was made can be read.',
  'X-Voyage-ETag': 'What If-Match takes for the voyage from now on.',
  'Idempotency-Replayed': '“true” where the answer is the first one of its Idempotency-Key again.',
  'Set-Cookie': 'The session.',
  'Content-Disposition': 'Name of the file, and that it is to be kept.',
  'Retry-After': 'Seconds to wait.',
} as const;
type HeaderName = keyof typeof ANSWER_HEADERS;

const headers = (...names: (HeaderName | false | undefined)[]): Json =>
  Object.fromEntries(
    ['X-Request-Id' as const, ...names]
      .filter((name) => typeof name === 'string')
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** Reads what can be kept, and asked for again by its tag. */
const reads = ({ method, answer, fleeting }: Call) => method === 'GET' && answer !== undefined && !fleeting;
const makes = ({ status }: Call) => status === 201 || status === 202;
/** Answers a record that `If-Match` knows. */
const tagged = (call: Call) =>
  call.answer !== undefined &&
  (call.status === 201 || (call.method === 'PUT' && call.conditional && !call.changesVoyage));

const successHeaders = (call: Call): Json =>
  headers(
    (reads(call) || tagged(call)) && 'ETag',
    call.paged && 'X-Total-Count',
    call.countsSoFar && 'X-Total-Count-Relation',
    call.paged && 'Link',
    makes(call) && 'Location',
    call.changesVoyage && 'X-Voyage-ETag',
    call.repeatable && 'Idempotency-Replayed',
    call.id === 'auth.login' && 'Set-Cookie',
    call.download && 'Content-Disposition',
  );

const files = ({ download = {} }: Call): Json =>
  Object.fromEntries(
    Object.entries(download).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );

/** The forms of an answer: as a file, and as JSON. */
function content(call: Call): Json | undefined {
  const forms = { ...files(call), ...json(call) };
  return Object.keys(forms).length > 0 ? forms : undefined;
}

/** One form of an answer, or several with the case that each is for. */
function json(call: Call): Json | undefined {
  if (!call.answer) return undefined;
  const schema = jsonSchema(call.answer, 'output');
  const example = examples.get(call.id)?.answer;
  const others = (call.otherAnswers ?? []).filter(({ status }) => status === undefined);
  if (others.length === 0) return { 'application/json': { schema, example } };
  const forms = others.map((other) => ({ description: other.when, ...jsonSchema(other.schema, 'output') }));
  const shown = others.map(({ when, example: value }, at) => [`other${at + 1}`, { summary: when, value }]);
  return {
    'application/json': {
      schema: { anyOf: [schema, ...forms] },
      examples: { usual: { value: example }, ...Object.fromEntries(shown) },
    },
  };
}

function success(call: Call): Json {
  const { status = 200 } = call;
  const described = content(call);
  return {
    [status]: {
      description: STATUS_CODES[status] ?? 'Success',
      headers: successHeaders(call),
      ...(described ? { content: described } : {}),
    },
    ...(reads(call)
      ? { 304: { description: 'Unchanged: the tag of If-None-Match still fits.', headers: headers('ETag') } }
      : {}),
  };
}

/** Examples of what a refusal says. */
const DETAILS: Record<number, string> = {
  400: 'The request could not be read.',
  401: 'Please sign in.',
  403: 'This is not allowed.',
  404: 'There is nothing at this address.',
  408: 'The upload broke off.',
  409: 'Something of that name or place exists already.',
  412: 'This record has been changed by someone else since you opened it.',
  413: 'What was sent is too large.',
  415: 'This kind of content is not taken here.',
  422: 'Start date is required',
  429: 'Too many requests. Please wait a moment.',
  503: 'The database is not available at the moment. Please try again shortly.',
};

function problemExample(status: number): Json {
  const members = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: DETAILS[status] ?? 'The request was refused.',
    request_id: '6f1c0a52-6f4f-4f0e-9b0c-1d2e8a7b9c11',
  };
  if (status === 422) return { ...members, errors: [{ path: 'start_date', message: DETAILS[422] }] };
  return status === 412 ? { ...members, etag: '"12"' } : members;
}

/** A refusal, described once for all calls. */
export function problemResponse(status: number): Json {
  const extra =
    status === 412 ? (['ETag'] as const) : status === 429 || status === 503 ? (['Retry-After'] as const) : [];
  return {
    description: STATUS_CODES[status] ?? 'Refused',
    headers: headers(...extra),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example: problemExample(status) },
    },
  };
}

function ownResponse({ when, status = 200, schema, problem, example }: OtherAnswer): Json {
  const type = problem ? 'application/problem+json' : 'application/json';
  const described = { schema: jsonSchema(schema, 'output'), example };
  return { description: `${STATUS_CODES[status]}. ${when}`, headers: headers(), content: { [type]: described } };
}

/** The refusals that a call names, and those that follow from what it is. */
function refusals({ open, body, multipart, params, method, refusals: own = [], otherAnswers = [] }: Call): Json {
  const statuses = new Set([...own, 422, 503]);
  if (!open) statuses.add(401);
  if (method !== 'GET') statuses.add(400).add(403).add(413).add(415);
  if (params) statuses.add(400).add(404);
  if (body || multipart) statuses.add(400);
  const responses = [...statuses].sort().map((status) => [status, problemResponse(status)] as const);
  const special = otherAnswers.flatMap((other) =>
    other.status === undefined ? [] : [[other.status, ownResponse(other)] as const],
  );
  return Object.fromEntries([...responses, ...special]);
}

export const responsesOf = (call: Call): Json => ({ ...success(call), ...refusals(call) });
