import type { Columns, RowOf } from './columns.ts';

/**
 * A named SQL statement and the columns of its result. A test prepares all statements in the migrated database. Only `statement` and
 * `filteredStatement` create them; an object of the same shape doesn't compile.
 */
class DeclaredStatement<out Row extends object = object> {
  /** The name under which the statement is prepared. A statement without a name is planned at each execution. */
  readonly name: string | undefined;
  readonly sql: string;
  /** Undefined if the result isn't read. */
  readonly columns: Columns | undefined;
  /** Whether the statement is planned once per connection, for any values of its parameters. */
  readonly planOnce: boolean;
  /** Exists only for the compiler. */
  declare protected readonly row: Row;

  constructor(name: string | undefined, sql: string, columns: Columns | undefined, planOnce = false) {
    this.name = name;
    this.sql = sql;
    this.columns = columns;
    this.planOnce = planOnce;
  }
}
export type Statement<Row extends object = object> = DeclaredStatement<Row>;

/** All declared statements by name (`Statement.name` is undefined for unprepared statements). */
const registered = new Map<string, Statement>();
const filteredVariants: (() => Iterable<Statement>)[] = [];

/** Statements that the loaded modules have declared. Filtered statements are included with each condition alone and with all conditions. */
export function* declaredStatements(): Generator<Statement> {
  yield* registered.values();
  for (const variants of filteredVariants) yield* variants();
}

type NoColumns = Record<never, never>;

interface Options {
  /** If false, the statement is planned at each execution, for its parameter values. */
  prepare?: boolean;
  /** For a statement that takes longer to plan than to run. Its plan must suit all parameter values. */
  planOnce?: boolean;
}

/**
 * Declares a statement. Call it when the module loads, never inside a function.
 * @param columns types of the result's columns, in any order; omit them if the result isn't read
 * @throws if the name is already in use
 */
export function statement(name: string, sql: string): Statement<NoColumns>;
export function statement<C extends Columns>(
  name: string,
  sql: string,
  columns: C,
  options?: Options,
): Statement<RowOf<C>>;
export function statement(
  name: string,
  sql: string,
  columns?: Columns,
  { prepare = true, planOnce }: Options = {},
): Statement {
  if (registered.has(name)) throw new Error(`Two statements are named ${name}`);
  const declared = new DeclaredStatement(prepare ? name : undefined, sql, columns, planOnce);
  registered.set(name, declared);
  return declared;
}

/** Declares one statement per key, for SQL that depends on the key. */
export function statementsFor<Key extends string, S>(
  keys: readonly Key[],
  declare: (key: Key) => S,
): Readonly<Record<Key, S>> {
  return Object.fromEntries(keys.map((key) => [key, declare(key)])) as Record<Key, S>;
}

/** Maximum number of cached variants per statement. Requests determine the variants, and there are millions of combinations. */
export const MAX_VARIANTS = 200;

type Filter = Pick<Conditions, 'variantKey' | 'where' | 'parameter'>;

interface FilteredStatement<Row extends object> {
  /** The variant for the conditions in use. Its parameters are `filter.parameters`, followed by those that `sql` adds. */
  for(filter: Filter): Statement<Row>;
}

/**
 * Declares a statement with an optional WHERE clause: one SQL variant per set of conditions in use.
 * @param conditionsByName the conditions that `for` receives
 * @param sql builds the SQL for a filter
 */
export function filteredStatement<C extends Columns>(
  name: string,
  conditionsByName: Record<string, Condition>,
  sql: (filter: Filter) => string,
  columns: C,
  { prepare = true, planOnce }: Options = {},
): FilteredStatement<RowOf<C>> {
  const variants = new Map<string, Statement<RowOf<C>>>();
  const statementFor = (filter: Filter) =>
    new DeclaredStatement<RowOf<C>>(
      prepare ? `${name}-${filter.variantKey}` : undefined,
      sql(filter),
      columns,
      planOnce,
    );
  filteredVariants.push(function* () {
    // Conditions with fewer parameters ignore the other values.
    const everyCondition = Object.keys(conditionsByName).map((key) => [key, [null, null, null]] as const);
    for (const subset of [[], ...everyCondition.map((item) => [item]), everyCondition])
      yield statementFor(conditions(conditionsByName, Object.fromEntries(subset)));
  });
  return {
    for(filter) {
      const variant = variants.get(filter.variantKey) ?? statementFor(filter);
      // Reinserted, so that the least recently used variant comes first.
      variants.delete(filter.variantKey);
      variants.set(filter.variantKey, variant);
      const [oldest] = variants.keys();
      if (variants.size > MAX_VARIANTS && oldest !== undefined) variants.delete(oldest);
      return variant;
    },
  };
}

/** A condition of a fixed table: SQL text, or a function that builds it from placeholders. */
export interface Condition {
  /** One letter, which is used in the statement's name. */
  code: string;
  /** The SQL. For a function with more than one parameter, the condition's value is a list. */
  sql: string | ((first: string, second: string, third: string) => string);
}

export interface Conditions {
  /** Letters of the conditions in use, which identify the SQL variant in the statement's name. */
  variantKey: string;
  /** `where …`, or an empty string. */
  where: string;
  parameters: unknown[];
  /** Placeholder of the parameter `ahead` positions after that of the last condition. */
  parameter(ahead: number): string;
}

/**
 * Builds a `where` clause from a table of conditions and values for some of them. `undefined` and `false` omit a condition. Only
 * text from the table becomes SQL. Parameters start at $1.
 */
export function conditions<Name extends string>(
  table: Record<Name, Condition>,
  values: Partial<Record<NoInfer<Name>, unknown>>,
): Conditions {
  const parameters: unknown[] = [];
  const used: Condition[] = [];
  const parts: string[] = [];
  for (const name of Object.keys(table) as Name[]) {
    const value = values[name];
    if (value === undefined || value === false) continue;
    const condition = table[name];
    used.push(condition);
    if (typeof condition.sql === 'string') parts.push(condition.sql);
    else {
      const { length } = condition.sql;
      const operands = length > 1 && Array.isArray(value) ? value.slice(0, length) : [value];
      const [first = '', second = '', third = ''] = operands.map((operand) => `$${parameters.push(operand)}`);
      parts.push(condition.sql(first, second, third));
    }
  }
  return {
    variantKey: used.map(({ code }) => code).join(''),
    where: parts.length > 0 ? `where ${parts.join(' and ')}` : '',
    parameters,
    parameter: (ahead) => `$${parameters.length + ahead}`,
  };
}
