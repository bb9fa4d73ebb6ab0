import type { z } from 'zod';
import type { Access } from './access.ts';

/** Largest JSON bodies, in bytes. */
export const BODY_BYTES = {
  credentials: 4 * 1024,
  /** For operations without a `bodyBytes`. */
  default: 16 * 1024,
  /** Bodies with a few short strings. */
  shortFields: 128 * 1024,
  /** A list of up to a thousand slugs. */
  slugs: 512 * 1024,
  /** A full record, with its long fields. */
  record: 1024 * 1024,
  /** Many records. */
  bulk: 4 * 1024 * 1024,
  /** The files of a micro-frontend, in Base64. */
  build: 48 * 1024 * 1024,
} as const;

/** Maximum concurrent requests per session or token in one API process. Further ones get 429. */
export const MAX_REQUESTS_IN_FLIGHT = {
  /** Operations. A browser sends a few at a time. */
  operations: 64,
  /** Files and pages: a browser asks for all thumbnails of a list at once over HTTP/2. */
  files: 256,
} as const;

/** What tokens can be for: publishing and verifying micro-frontends, or uploads. */
export type TokenKind = 'deploy' | 'upload';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface OtherResponse {
  /** When the server sends it, as a sentence. */
  when: string;
  /** Defaults to the operation's own status. */
  status?: number;
  schema: z.ZodType;
  /** A problem document (RFC 9457), extended with the schema’s properties. */
  problem?: boolean;
  example: unknown;
}

/**
 * One operation of the HTTP API: the single source of truth for its path, input and responses. The server validates requests with it
 * and generates OpenAPI from it; the front end uses its types.
 */
export interface Operation {
  /** Unique name: `domain.verb` (`voyages.update`), or `domain.noun` for what a GET returns (`voyages.administrations`). The `operationId` in OpenAPI. */
  id: string;
  method: Method;
  /** Path with `{name}` for each property of `params`. */
  path: string;
  /** The role that it needs: `reader` is everyone who is signed in, `public` everyone. */
  access: Access;
  summary: string;
  /** Details that callers need beyond the summary. */
  description?: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** JSON body. Operations that take a file use `multipart`. */
  body?: z.ZodType;
  /**
   * Reads whose fields the body may have, though the operation doesn't set them: they are ignored, so that a record can be sent back as it
   * was read. The fields of `response` always are. Any other unknown field gets 422.
   */
  ignoredFieldsOf?: readonly z.ZodType[];
  /** Largest JSON body in bytes; `BODY_BYTES.default` unless given. Larger ones get 413. */
  bodyBytes?: number;
  multipart?: z.ZodType;
  /**
   * Seconds from the last byte of the request to the first of the response; `DEFAULT_BUDGET.responseTimeoutSeconds` unless given. Past
   * this limit, the server responds with 503.
   */
  responseTimeoutSeconds?: number;
  /**
   * Declared by operations that need disk space: they get 507 while the disk is nearly full. The number of copies of the request body
   * that are on disk at the same time; 0 if they store other data, such as an import's records.
   */
  storedCopies?: number;
  /** Largest JSON response in bytes; `MAX_RESPONSE_BYTES` unless given. A larger one is replaced by 422, which says what to do. */
  responseBytes?: number;
  /** JSON of the response. Absent when there is no body (204) or the body is not JSON. */
  response?: z.ZodType;
  /** Success status; 200 by default. */
  status?: number;
  /** The response is an array, with its total in `X-Total-Count`. */
  paged?: boolean;
  /** Large totals are counted only as far as needed; `X-Total-Count-Relation` is then `gt`. */
  cappedTotal?: boolean;
  /** Further responses: of the same status, depending on the request, or of another status. */
  otherResponses?: readonly OtherResponse[];
  /**
   * The response is a file download. Keys are media types, values the beginning of an example file. `Content-Disposition` has the file
   * name. With a `response` it is available as JSON too.
   */
  download?: Readonly<Record<string, string>>;
  /** Sent with `Cache-Control: no-store` and without an `ETag`. */
  noStore?: boolean;
  /** The response depends on records only, so the server caches it until a record changes. */
  cacheable?: boolean;
  /** Accepts an API token for this (`Authorization: Bearer`) as well. Its scopes take the place of a role. */
  machineAuth?: TokenKind;
  /**
   * Requires the password again: what the operation does, in a sentence, from its path parameters, query and body. Without a confirmation it
   * gets 403 with `confirmation_id` and the address of the page to enter the password on; with the header `Confirmation` it runs once.
   * Undefined for input that needs none.
   * Tokens don't need one.
   */
  confirmation?: (input: Record<string, unknown>) => string | undefined;
  /** Any origin may read the response (CORS), without credentials. */
  anyOrigin?: boolean;
  /** Accepts `If-Match` with the `ETag` of the record or voyage that it changes; 412 when that has changed since. */
  conditional?: boolean;
  /**
   * Changes a voyage indirectly, by changing its passengers or media. `If-Match` takes the voyage's `ETag`; the response sends the new
   * one in `X-Voyage-ETag`.
   */
  changesVoyage?: boolean;
  /** Creates a record and accepts `Idempotency-Key`: the same key within a day gets the first response again. */
  idempotent?: boolean;
  /** Error statuses besides 401, 422, 429 and 503, which every operation may send. */
  errors?: number[];
}

/** API description of every update operation. */
export const UPDATE_DESCRIPTION =
  'Updates merge: an absent field stays unchanged, null clears it. So clients never erase fields that they don’t know about.';

/** Keeps the literal types of an operation. */
export function defineOperation<const C extends Operation>(operation: C): C {
  return operation;
}

type Part<C extends Operation, K extends keyof Operation> = C[K] extends z.ZodType ? C[K] : never;

/** Path parameters as a client sends them. */
export type OperationParams<C extends Operation> = z.input<Part<C, 'params'>>;
/** Query parameters as a client sends them. */
export type OperationQuery<C extends Operation> = z.input<Part<C, 'query'>>;
/** JSON body as a client sends it. */
export type OperationBody<C extends Operation> = z.input<Part<C, 'body'>>;
/** JSON response as a client receives it. */
export type OperationResponse<C extends Operation> = z.output<Part<C, 'response'>>;
