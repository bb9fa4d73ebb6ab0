import { Problem } from './problem.ts';

const hasStatus = (error: unknown) => typeof error === 'object' && error !== null && 'statusCode' in error;

/** What reading a form has thrown, as a refusal: a form that breaks off, or that is none, is its sender's. */
export const unreadableForm = (error: unknown): unknown =>
  error instanceof Problem || hasStatus(error)
    ? error
    : new Problem(400, 'The form could not be read to its end.', { cause: error });

/** What comes of a form, its parts or the bytes of one; what goes wrong with it on the way is a refusal. */
export async function* fromForm<T>(open: () => AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  try {
    yield* open();
  } catch (error) {
    throw unreadableForm(error);
  }
}
