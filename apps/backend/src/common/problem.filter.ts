import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notAllowed } from './route-table.ts';
import { sendProblem } from './send-problem.ts';
import { problemOf } from './problem-of.ts';

/** Every error of the HTTP process leaves as a problem document; the request's log keeps what the answer does not tell. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const found = problemOf(error);
    const problem = found.getStatus() === 404 ? (notAllowed(request) ?? found) : found;
    const status = problem.getStatus();
    if (status >= 500) request.log.error({ err: problem.cause ?? error }, status === 503 ? problem.detail : 'Failed');
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendProblem(request, reply, problem);
  }
}
