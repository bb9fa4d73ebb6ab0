import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../common/index.ts';

/** Injects the signed-in user's name into the handler of a non-public route: `create({ body }, @Username() username: string)`. */
export const Username = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { username } = context.switchToHttp().getRequest<FastifyRequest>();
  if (username === null) throw new Problem(401, 'Please sign in.');
  return username;
});
