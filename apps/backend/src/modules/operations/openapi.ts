import { type Operation, examples, problemSchema } from '@archive/contracts';
import type { z } from 'zod';
import { type Json, extractComponents, jsonSchema } from './openapi-components.ts';
import { PROBLEM_RESPONSES, RESPONSE_HEADERS, responsesOf } from './openapi-responses.ts';

/** Descriptions of the operation groups. */
const TAGS: Record<string, string> = {
  accounts: 'Accounts of people, their roles and invitations, and your own account.',
  albums: 'Albums of a voyage and their media.',
  auth: 'Sign in and out. Every other operation requires the session cookie.',
  editors: 'Who has the form of a record open.',
  edition: 'The published edition: a website of files with what is public.',
  exports: 'Downloads of lists and of the whole archive.',
  frontends: 'Micro-frontends and their releases.',
  health: 'Liveness, and readiness of the dependencies.',
  tokens: 'API tokens of programs, for uploads and micro-frontends.',
  system: 'The state of the archive, its queues, security log and runbook, for operators.',
  history: 'Who changed what, and restoring earlier versions.',
  home: 'Content of the home page.',
  iiif: 'IIIF manifests and image services, for viewers of other institutions.',
  ingest: 'Imports of voyage documents.',
  media: 'Media records, files and their links to voyages.',
  passkeys: 'Passkeys of your own account, and signing in with one.',
  people: 'People and the voyages they joined.',
  places: 'The places that voyages name, and how voyages write them.',
  presidents: 'Presidents and owners.',
  proposals: 'Changes that contributors propose, and their review.',
  search: 'Search across voyages, people and media.',
  secondFactor: 'Codes beside your password, and recovery codes.',
  setup: 'How an archive without records can begin.',
  storage: 'Storage checks, and resolving discrepancies between files and records.',
  tags: 'Tags of media and people.',
  figures: 'Numbers of voyages.',
  stories: 'Essays that curators write from the records.',
  timeline: 'Dates with voyages.',
  trash: 'Deleted media that can be restored.',
  voyages: 'Voyages.',
};

const tagOf = ({ id }: Operation) => id.slice(0, id.indexOf('.'));

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function parameters(schema: z.ZodType | undefined, location: 'path' | 'query', example: unknown): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: described,
    ...(isRecord(example) && name in example ? { example: parameterExample(described, example[name]) } : {}),
  }));
}

/** Converts the example of a numeric parameter to a number. Examples contain parameters as text, as in a URL. */
function parameterExample(schema: unknown, example: unknown): unknown {
  const isNumber = isRecord(schema) && (schema['type'] === 'integer' || schema['type'] === 'number');
  return isNumber && typeof example === 'string' ? Number(example) : example;
}

const REQUEST_HEADERS = {
  conditional: {
    name: 'If-Match',
    description: 'The ETag of the record or voyage when it was read. Returns 412 if it has changed since.',
    example: '"12"',
  },
  idempotent: {
    name: 'Idempotency-Key',
    description:
      'A key of the client’s choice. For a day, the same request with the same key gets the first response again.',
    example: '2f1f7c1e-8a55-4b8b-a7f9-0f3f1b8b7a10',
  },
} as const;

const headers = (operation: Operation): Json[] =>
  (['conditional', 'idempotent'] as const)
    .filter((kind) => operation[kind])
    .map((kind) => ({ ...REQUEST_HEADERS[kind], in: 'header', required: false, schema: { type: 'string' } }));

function requestBody({ id, body, multipart }: Operation): Json | undefined {
  if (!body && !multipart) return undefined;
  const example = examples.get(id);
  const content: Json = {};
  if (body) content['application/json'] = { schema: jsonSchema(body, 'input'), example: example?.body };
  if (multipart) {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    const fields = isRecord(example?.multipart) ? example.multipart : {};
    content['multipart/form-data'] = {
      schema: { allOf: [jsonSchema(multipart, 'input'), file] },
      example: { ...fields, file: '(file content)' },
    };
  }
  return { required: true, content };
}

const SECURITY = [{ session: ['reader'] }];

/** A session with the role that the operation names, or a token, unless everyone who is signed in may call it. */
function securityOf({ access, machineAuth }: Operation): Json {
  if (access === 'public') return { security: [] };
  if (access === 'reader' && !machineAuth) return {};
  return { security: [{ session: [access] }, ...(machineAuth ? [{ token: [] }] : [])] };
}

function describeOperation(operation: Operation): Json {
  const body = requestBody(operation);
  const example = examples.get(operation.id);
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    tags: [tagOf(operation)],
    ...securityOf(operation),
    parameters: [
      ...parameters(operation.params, 'path', example?.params),
      ...parameters(operation.query, 'query', example?.query),
      ...headers(operation),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(operation),
  };
}

/** The operations of a server as an OpenAPI 3.1 document, sorted to keep the diff small. */
export function openApiOf(operations: readonly Operation[], title: string): Json {
  const sorted = [...operations].sort((a, b) =>
    a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1,
  );
  const paths: Record<string, Json> = {};
  for (const operation of sorted)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation);
  const shared = extractComponents(paths);
  const tags = [...new Set(sorted.map(tagOf))].sort();
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1.0.0',
      description:
        'Lists are arrays; X-Total-Count has the total. Errors are problem documents (RFC 9457) whose detail is human-readable. ' +
        'Some paths overlap, such as /api/voyages/position and /api/voyages/{slug}: the path without parameters is matched first.',
    },
    servers: [{ url: '/' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] })),
    // OpenAPI 3.1 has the names of roles in this place.
    security: SECURITY,
    paths: shared.paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description:
            'Set by auth.login. Behind TLS its name is __Host-session. The name in each operation is the role that it needs: ' +
            'reader is everyone who is signed in, and an administrator may do everything.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Created by tokens.create, for uploads or for micro-frontends.',
        },
      },
      headers: Object.fromEntries(
        Object.entries(RESPONSE_HEADERS).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
      responses: PROBLEM_RESPONSES,
      schemas: { ...shared.schemas, Problem: jsonSchema(problemSchema, 'output') },
    },
  };
}
