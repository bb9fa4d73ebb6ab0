import { Problem } from './problem.ts';

const hasStatus = (error: unknown) => typeof error === 'object' && error !== null && 'statusCode' in error;

/** Converts an error while reading a form to a 400: the form was interrupted or malformed. */
export const toFormProblem = (error: unknown): unknown =>
  error instanceof Problem || hasStatus(error)
    ? error
    : new Problem(400, 'The form could not be read completely.', { cause: error });

/** Iterates over the parts of a form, or the bytes of one part, and converts errors to a 400. */
export async function* fromForm<T>(open: () => AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* open();
  } catch (error) {
    throw toFormProblem(error);
  }
}
