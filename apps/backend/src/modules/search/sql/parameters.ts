import type { SearchKind } from '@archive/contracts';
import { conditions } from '../../../database/index.ts';

/** Parameters of a search, with their types. Only those with a value are part of the statement. */
const PARAMETERS = {
  text: 'tsquery',
  titles: 'tsquery',
  terms: 'tsquery[]',
  roleTerms: 'tsquery[]',
  names: 'tsquery',
  excluded: 'tsquery',
  dateFrom: 'date',
  dateTo: 'date',
  dateText: 'text',
  from: 'date',
  to: 'date',
  president: 'int[]',
  persons: 'jsonb',
  namedPerson: 'int[]',
  aPerson: 'int[]',
  placeWords: 'text',
  place: 'text',
  tags: 'text[]',
  attribute: 'text',
  role: 'text',
  mediaType: 'text',
  rights: 'text',
  hasPhoto: 'boolean',
  readsInternal: 'boolean',
  typed: 'text',
  files: 'boolean',
} as const;
export type SearchParameter = keyof typeof PARAMETERS;
/** Null, undefined and false mean no value. */
export type SearchParameters = Record<SearchParameter, unknown>;

const NAMES = Object.keys(PARAMETERS) as SearchParameter[];
export const NO_PARAMETERS = Object.fromEntries(NAMES.map((name) => [name, null])) as SearchParameters;
const codeOf = (name: SearchParameter) => String.fromCodePoint('a'.charCodeAt(0) + NAMES.indexOf(name));
export const PARAMETER_TABLE = Object.fromEntries(
  NAMES.map((name) => [name, { code: codeOf(name), sql: (p: string) => p }]),
) as Record<SearchParameter, { code: string; sql: (p: string) => string }>;

/** The values of the parameters that have one, and the variant key, which selects the statement. */
export const parametersOf = (values: SearchParameters) =>
  conditions(PARAMETER_TABLE, Object.fromEntries(NAMES.map((name) => [name, values[name] ?? undefined])));

/** Placeholders and conditions for the SQL of one statement. */
export interface SqlContext {
  /** Placeholder of a parameter, with its type; null if it has no value. */
  $: (name: SearchParameter) => string;
  hasValue: (name: SearchParameter) => boolean;
  /** Whether no other parameters have a value. */
  hasOnly: (names: readonly SearchParameter[]) => boolean;
  /** The condition if the parameter has a value; otherwise `true`. */
  when: (name: SearchParameter, condition: string) => string;
  /** Whether the statement needs only some of the results. */
  isLimited: boolean;
  /** The only kind of records that is searched; undefined for all. */
  onlyKind: SearchKind | undefined;
}

type ContextOptions = Partial<Pick<SqlContext, 'isLimited' | 'onlyKind'>>;

/** The context of one variant. */
export const contextOf = (variantKey: string, options?: ContextOptions): SqlContext =>
  fixedContext(
    NAMES.filter((name) => variantKey.includes(codeOf(name))),
    options,
  );

/** The context of a statement that always has the same parameters. Any of them may be null. */
export function fixedContext(
  parameters: readonly SearchParameter[],
  { isLimited = true, onlyKind }: ContextOptions = {},
): SqlContext {
  const hasValue = (name: SearchParameter) => parameters.includes(name);
  const $ = (name: SearchParameter) =>
    hasValue(name) ? `$${parameters.indexOf(name) + 1}::${PARAMETERS[name]}` : `null::${PARAMETERS[name]}`;
  return {
    $,
    hasValue,
    hasOnly: (names) => parameters.every((name) => names.includes(name)),
    when: (name, condition) => (hasValue(name) ? condition : 'true'),
    isLimited,
    onlyKind,
  };
}

/** Declares the type of every parameter, because a statement may not use all of them. */
export const parameterTypes = ({ $, hasValue }: SqlContext) =>
  `parameters as (select ${NAMES.filter(hasValue).map($).join(', ') || 'null'})`;

export const anyOf = (...list: string[]) => {
  const items = list.filter((item) => item !== 'false');
  return items.length > 1 ? `(${items.join(' or ')})` : (items[0] ?? 'false');
};
export const allOf = (...list: string[]) =>
  list.filter((item) => item !== '' && item !== 'true').join(' and ') || 'true';
