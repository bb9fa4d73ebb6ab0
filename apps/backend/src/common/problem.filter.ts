import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { methodNotAllowed } from './route-table.ts';
import { sendProblem } from './send-problem.ts';
import { toProblem } from './to-problem.ts';

/** Converts every error to a problem document. Details that the response omits are in the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const original = toProblem(error);
    const problem = original.getStatus() === 404 ? (methodNotAllowed(request) ?? original) : original;
    const status = problem.getStatus();
    if (status >= 500)
      request.log.error(
        { err: problem.cause ?? error },
        status === 503 || status === 507 ? problem.detail : 'Request failed',
      );
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendProblem(request, reply, problem);
  }
}
