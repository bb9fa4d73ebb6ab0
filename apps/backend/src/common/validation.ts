import { StandardSchemaValidationPipe } from '@nestjs/common';
import { formatCount, formatList } from '@archive/contracts/format';
import { z } from 'zod';
import { type FieldError, notFound, invalidFields } from './problem.ts';
import { unknownFieldIssues, unknownFieldMessage } from './unknown-fields.ts';

type Issues = Parameters<
  NonNullable<NonNullable<ConstructorParameters<typeof StandardSchemaValidationPipe>[0]>['exceptionFactory']>
>[0];
type Issue = Issues[number];

const segments = (issue: Issue) => (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));

/** One error for each unknown key of a strict object, because zod reports them together. */
const unknownKeys = (issue: Issue) =>
  'keys' in issue && Array.isArray(issue.keys) ? issue.keys.map(String) : undefined;

function fieldErrors(issue: Issue): FieldError[] {
  const path = segments(issue).slice(1).join('.');
  const unknown = unknownKeys(issue);
  if (!unknown) return [{ path, message: issue.message }];
  return unknown.map((key) => ({ path: path ? `${path}.${key}` : key, message: unknownFieldMessage(key) }));
}

const count = (amount: number | bigint, origin: string) => {
  if (origin === 'string') return formatCount(Number(amount), 'character');
  return origin === 'array' ? formatCount(Number(amount), 'entry', 'entries') : String(amount);
};

const INVALID_FORMAT = 'This is not in a valid format.';

/** Default error messages, for schemas without their own. */
const messageOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required.' : `This must be of type ${issue.expected}.`;
    case 'invalid_value':
      return `Use ${formatList(issue.values.map(String), 'or')}.`;
    case 'too_big':
      return `Use at most ${count(issue.maximum, issue.origin)}.`;
    case 'too_small':
      if (issue.origin === 'array' && issue.minimum === 1) return 'Add at least one.';
      return `Use at least ${count(issue.minimum, issue.origin)}.`;
    case 'not_multiple_of':
    case 'invalid_format':
    case 'invalid_union':
      return INVALID_FORMAT;
    default:
      return undefined;
  }
};
z.config({ customError: messageOf });

/** JavaScript's message for values that throw when they are compared, like `{"length": {"toString": 1}}`. Such values are invalid input. */
const NOT_COMPARABLE = 'Cannot convert object to primitive value';

function invalidIfNotComparable<T>(error: unknown, invalid: T): T {
  if (error instanceof TypeError && error.message === NOT_COMPARABLE) return invalid;
  throw error;
}

/** Wraps a schema so that values that throw when they are compared are reported as invalid instead of causing a 500. */
export function withComparisonErrors<S extends z.ZodType>({ '~standard': standard }: S): Pick<S, '~standard'> {
  const validate = async (value: unknown) => {
    try {
      return await standard.validate(value);
    } catch (error) {
      return invalidIfNotComparable(error, { issues: [{ message: INVALID_FORMAT }] });
    }
  };
  return { '~standard': { ...standard, validate } };
}

/** A value that a schema has parsed, or its first problem in one sentence, with the path of the field. */
export function parseOrProblem(schema: z.ZodType, value: unknown): { data: unknown } | { problem: string } {
  try {
    const { data, error } = schema.safeParse(value);
    const [issue] = error?.issues ?? [];
    if (!issue) return { data };
    const [unknown] = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const message = unknown === undefined ? issue.message : unknownFieldMessage(unknown.slice(0, 100));
    return { problem: [issue.path.join('.'), message].filter((text) => text !== '').join(': ') };
  } catch (error) {
    return invalidIfNotComparable(error, { problem: INVALID_FORMAT });
  }
}

/**
 * Parses a value that isn't the input of an operation.
 * @throws Problem 422 with a message for each invalid field
 */
export function parseOrReject<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  const issues = [...(parsed.error?.issues ?? []), ...unknownFieldIssues(schema, value)];
  if (parsed.success && issues.length === 0) return parsed.data;
  throw invalidFields(issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })));
}

/** Validates the input of every `@Contract`. A URL that can't name a record results in a 404, any other error in a 422. */
export const validation = () =>
  new StandardSchemaValidationPipe({
    validateCustomDecorators: true,
    exceptionFactory: (issues) =>
      issues.some((issue) => segments(issue)[0] === 'params') ? notFound() : invalidFields(issues.flatMap(fieldErrors)),
  });
