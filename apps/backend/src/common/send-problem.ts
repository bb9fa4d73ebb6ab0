import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import { isBodyPending } from './request-body.ts';

/** Whether a browser is opening a page. It is then redirected to the sign-in page, and back afterward. */
const isPageVisit = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');

/** Sends a problem document. Also sets the request id, because some requests fail before the hook that sets it. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): void {
  if (problem.getStatus() === 401 && isPageVisit(request)) {
    void reply
      .headers({ 'cache-control': 'no-store', 'x-request-id': request.id, vary: 'accept' })
      .redirect(`/?to=${encodeURIComponent(request.url)}`, 302);
    return;
  }
  void reply
    .code(problem.getStatus())
    .headers({
      'cache-control': 'no-store',
      'x-request-id': request.id,
      ...(isBodyPending(request) && !reply.hasHeader('connection') ? { connection: 'close' } : {}),
      ...problem.headers,
    })
    .type('application/problem+json')
    .send(JSON.stringify(problem.document(request.id)));
}

/** Responds on the raw connection to a request that isn't valid HTTP. */
export function rejectConnection(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const problem = new Problem(status, 'The request could not be read.');
  const { request_id: _none, ...document } = problem.document('');
  const body = JSON.stringify(document);
  socket.write(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // `end` alone would leave the connection open until the client closes it.
  socket.destroySoon();
}
