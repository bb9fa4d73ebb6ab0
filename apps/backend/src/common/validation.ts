import { StandardSchemaValidationPipe } from '@nestjs/common';
import { type FieldError, notFound, refused } from './problem.ts';

type Issues = Parameters<
  NonNullable<NonNullable<ConstructorParameters<typeof StandardSchemaValidationPipe>[0]>['exceptionFactory']>
>[0];
type Issue = Issues[number];

const segments = (issue: Issue) => (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));

/** Names of what a strict object does not know, which zod reports on the object and not on each. */
const unknownKeys = (issue: Issue) =>
  'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : undefined;

function fieldErrors(issue: Issue): FieldError[] {
  const path = segments(issue).slice(1).join('.');
  const unknown = unknownKeys(issue);
  if (!unknown) return [{ path, message: issue.message }];
  return unknown.map((key) => ({ path: path ? `${path}.${key}` : key, message: `"${key}" is not known here.` }));
}

/** Holds the input of every `@Contract` to its schemas. An address that cannot name a record is a 404, all else a 422. */
export const validation = () =>
  new StandardSchemaValidationPipe({
    validateCustomDecorators: true,
    exceptionFactory: (issues) =>
      issues.some((issue) => segments(issue)[0] === 'params') ? notFound() : refused(issues.flatMap(fieldErrors)),
  });
