import type { z } from 'zod';
import type { Operation } from '../operation.ts';

/** Sample requests and responses of an operation, for the documentation, in wire format. */
export interface Example {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  multipart?: unknown;
  response?: unknown;
}

type InputOf<C extends Operation, K extends keyof Operation> = C[K] extends z.ZodType
  ? { [P in K]: z.input<C[K]> }
  : unknown;

type ExampleOf<C extends Operation> = InputOf<C, 'params'> &
  InputOf<C, 'body'> &
  InputOf<C, 'multipart'> & {
    query?: C['query'] extends z.ZodType ? z.input<C['query']> : never;
  } & (C['response'] extends z.ZodType ? { response: z.output<C['response']> } : unknown);

/** Declares an example; the compiler checks it against the contract, and a test against the schemas. */
export const exampleOf = <const C extends Operation>(operation: C, example: ExampleOf<C>): [id: string, Example] => [
  operation.id,
  example as Example,
];
