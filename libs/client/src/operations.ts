import type { Operation, OperationBody, OperationParams, OperationQuery, OperationResponse } from '@archive/contracts';
import type * as contracts from '@archive/contracts';

type Module = typeof contracts;
type Group = Module[Extract<keyof Module, `${string}Operations`>];
type OperationsOf<G> = G extends Record<string, Operation> ? G[keyof G] : never;
type AnyOperation = OperationsOf<Group>;

/** Every operation of the API by its id, as in OpenAPI. */
export type Operations = { [C in AnyOperation as C['id']]: C };
export type OperationId = keyof Operations;

type HasPart<C, Part extends string> = C extends Record<Part, unknown> ? true : false;

type FileInput = { fields?: Record<string, string>; file: Blob; filename?: string };
type JsonInput<C extends Operation> = HasPart<C, 'body'> extends true ? { body: OperationBody<C> } : never;
type BodyOf<C extends Operation> =
  HasPart<C, 'multipart'> extends true
    ? FileInput | JsonInput<C>
    : HasPart<C, 'body'> extends true
      ? JsonInput<C>
      : unknown;

/** Input of an operation: only the properties that its contract declares. */
export type Input<C extends Operation> = (HasPart<C, 'params'> extends true
  ? { params: OperationParams<C> }
  : unknown) &
  (HasPart<C, 'query'> extends true ? { query?: OperationQuery<C> } : unknown) &
  BodyOf<C> &
  (C extends { conditional: true } ? { ifMatch?: string | undefined } : unknown) &
  (C extends { idempotent: true } ? { idempotencyKey?: string | undefined } : unknown) & {
    signal?: AbortSignal | undefined;
    /** Instead of the client’s. */
    timeoutMs?: number;
  };

/** Output of an operation; undefined if its response has no body. */
export type Output<C extends Operation> = HasPart<C, 'response'> extends true ? OperationResponse<C> : undefined;

/** The input may be omitted if nothing in it is required. */
export type InputArgument<C extends Operation> = object extends Input<C> ? [input?: Input<C>] : [input: Input<C>];

/** Ids of the operations that return a list in pages. */
export type ListId = {
  [Id in OperationId]: Operations[Id] extends { paged: true; response: unknown } ? Id : never;
}[OperationId];
