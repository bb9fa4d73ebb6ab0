import { StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
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

const amount = (origin: string) => (origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '');

/** Sentences for people, where a schema brings none of its own. */
const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `This has to be of the type ${issue.expected}.`;
    case 'invalid_value':
      return `This has to be one of ${issue.values.join(', ')}.`;
    case 'too_big':
      return `This may have at most ${issue.maximum}${amount(issue.origin)}.`;
    case 'too_small':
      return `This needs at least ${issue.minimum}${amount(issue.origin)}.`;
    case 'not_multiple_of':
    case 'invalid_format':
    case 'invalid_union':
      return 'This is not written as it has to be.';
    default:
      return undefined;
  }
};
z.config({ customError: sentenceOf });

/**
 * A value as its schema makes it, for what does not come as the input of a call.
 * @throws the 422 with a sentence for each field that is refused
 */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refused(parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })));
}

/** Holds the input of every `@Contract` to its schemas. An address that cannot name a record is a 404, all else a 422. */
export const validation = () =>
  new StandardSchemaValidationPipe({
    validateCustomDecorators: true,
    exceptionFactory: (issues) =>
      issues.some((issue) => segments(issue)[0] === 'params') ? notFound() : refused(issues.flatMap(fieldErrors)),
  });
