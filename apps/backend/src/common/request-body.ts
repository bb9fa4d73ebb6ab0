import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** Limits what is read of a rejected body: after these bytes, or this time without any, the connection is closed. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_IDLE_MS = 5000;

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Whether the client is still sending its body. A request rejected before then closes its connection, because nothing reads the rest of the body. */
export const isBodyPending = ({ raw }: FastifyRequest) => !raw.complete && hasBody(raw);

/**
 * Reads and discards the rest of a rejected upload, up to a limit. A response before the end of the body closes the connection, and a
 * client that is still sending then gets an error instead of the response.
 */
export async function drainBody({ raw }: FastifyRequest): Promise<void> {
  raw.unpipe();
  if (raw.readableEnded || raw.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, DRAIN_IDLE_MS);
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    timer.refresh();
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES) resolve();
  });
  raw.once('end', resolve).once('close', resolve).resume();
  await promise.finally(() => clearTimeout(timer));
}

/** Makes the server accept only JSON bodies, except for files. An empty JSON body is treated as no body. */
export function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

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
