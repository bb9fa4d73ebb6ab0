import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface OtherAnswer {
  /** When it is this one, as a sentence. */
  when: string;
  /** The call's own status unless said. */
  status?: number;
  schema: z.ZodType;
  /** A refusal, with the members that the schema adds. */
  problem?: boolean;
  example: unknown;
}

/**
 * One call of the HTTP interface: the single source of its path, what it takes and what it answers. The server validates with
 * it and writes OpenAPI from it; the browser takes its types.
 */
export interface Call {
  /** Unique name, `domain.verb`; the operationId of OpenAPI. */
  id: string;
  method: Method;
  /** Path with `{name}` for each member of `params`. */
  path: string;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  /** JSON body. Calls that take a file say so in `multipart`. */
  body?: z.ZodType;
  multipart?: z.ZodType;
  /** The answer's JSON; absent where the call answers no body (204) or no JSON. */
  answer?: z.ZodType;
  /** Status of success; 200 unless said. */
  status?: number;
  /** The answer is an array and its total stands in `X-Total-Count` (01-decisions, "answers of list calls"). */
  paged?: boolean;
  /** Where very many match, they are counted no further than is needed; `X-Total-Count-Relation` then says `gt`. */
  countsSoFar?: boolean;
  /** Answers of another form than `answer`: of the same status by what is asked, or of a status of their own. */
  otherAnswers?: readonly OtherAnswer[];
  /**
   * Answered as a file to be kept, in these media types, with the beginning of one as an example; in JSON as well where there is an
   * `answer`. The file's name comes in `Content-Disposition`.
   */
  download?: Readonly<Record<string, string>>;
  /** True for the moment only: nobody keeps the answer, and it has no `ETag`. */
  fleeting?: boolean;
  /** Answered from the archive's records and nothing else: the server keeps the answer until one of them changes. */
  kept?: boolean;
  /** Open to people who have not signed in. */
  open?: boolean;
  /** Also taken from a team's pipeline, by its deploy token (`Authorization: Bearer`). */
  pipelines?: boolean;
  /** Takes `If-Match` with the `ETag` of the record, or of the voyage, that it changes; 412 when that has changed since. */
  conditional?: boolean;
  /**
   * Changes a voyage by its links, not by its own call: `If-Match` takes the voyage's tag, and `X-Voyage-ETag` of the answer says
   * what that is from now on.
   */
  changesVoyage?: boolean;
  /** Makes something new, and takes `Idempotency-Key`: the same request again within a day gets the first answer. */
  repeatable?: boolean;
  /** Refusals of its own, beside 401, 422 and 503 that any call may answer. */
  refusals?: number[];
}

/** Keeps the literal types of a call. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

type Part<C extends Call, K extends keyof Call> = C[K] extends z.ZodType ? C[K] : never;

/** What the browser sends in the address of a call. */
export type CallParams<C extends Call> = z.input<Part<C, 'params'>>;
/** What the browser sends after the question mark. */
export type CallQuery<C extends Call> = z.input<Part<C, 'query'>>;
/** What the browser sends as JSON. */
export type CallBody<C extends Call> = z.input<Part<C, 'body'>>;
/** What the browser gets back. */
export type CallAnswer<C extends Call> = z.output<Part<C, 'answer'>>;
