import { Problem } from './problem.ts';

const hasStatus = (error: unknown) => typeof error === 'object' && error !== null && 'statusCode' in error;

/** Turns an error of reading a form into a 400: the client sent an interrupted or malformed form. */
export const toFormProblem = (error: unknown): unknown =>
  error instanceof Problem || hasStatus(error)
    ? error
    : new Problem(400, 'The form could not be read completely.', { cause: error });

/** The parts of a form, or the bytes of one part, with errors turned into a 400. */
export async function* fromForm<T>(open: () => AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* open();
  } catch (error) {
    throw toFormProblem(error);
  }
}
