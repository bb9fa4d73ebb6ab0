import { hash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/**
 * The `ETag` of a record is `"<version>-<hash>"`. The version is the record's own and moves with each change of it and its links:
 * `If-Match` asks for that part alone. The hash is of the whole answer, which also shows other records (a person's name on a
 * voyage): `If-None-Match` asks for both, so that no answer is taken for unchanged when it is not.
 */
export const recordTag = (version: string, answer?: string) =>
  answer === undefined ? `"${version}"` : `"${version}-${hash('sha1', answer, 'base64url')}"`;

const versionIn = (tag: string) => /^(?:W\/)?"([\d.]+)(?:-[\w-]*)?"$/.exec(tag.trim())?.[1];

/** What the record has to be for a change to be made: the `If-Match` of a request, undefined where anything will do. */
export type Expected = string | undefined;

/** `update({ params, body }, @IfMatch() expected: Expected)`. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): Expected =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
);

/**
 * Holds the record that is about to be changed, at `version`, to what the writer has seen of it.
 * @throws the 412 that carries the record's present tag. `record` is its kind in a sentence: "voyage".
 */
export function expectVersion(expected: Expected, version: string, record: string): void {
  if (expected === undefined || expected.trim() === '*') return;
  if (expected.split(',').some((tag) => versionIn(tag) === version)) return;
  const etag = recordTag(version);
  throw new Problem(412, `This ${record} has been changed by someone else since you opened it.`, {
    headers: { etag },
    members: { etag },
  });
}
