import type { z } from 'zod';
import type { Call } from '../call.ts';

/** What a call may be sent and answers, for the documentation. Values are as they go over the wire. */
export interface Example {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  multipart?: unknown;
  answer?: unknown;
}

type Sent<C extends Call, K extends keyof Call> = C[K] extends z.ZodType ? { [P in K]: z.input<C[K]> } : unknown;

type ExampleOf<C extends Call> = Sent<C, 'params'> &
  Sent<C, 'body'> &
  Sent<C, 'multipart'> & {
    query?: C['query'] extends z.ZodType ? z.input<C['query']> : never;
  } & (C['answer'] extends z.ZodType ? { answer: z.output<C['answer']> } : unknown);

/** The example of a call under its id; the compiler holds it to the contract, and a test to the schemas. */
export const exampleOf = <const C extends Call>(call: C, example: ExampleOf<C>): [id: string, Example] => [
  call.id,
  example as Example,
];
