/** One condition of a fixed table: SQL without a value, or around the parameters that carry it. */
export interface Condition {
  /** One letter, for the name of the statement. */
  code: string;
  /** A function of two takes a pair as its value. */
  sql: string | ((first: string, second: string) => string);
}

export interface Conditions {
  /** Letters of the conditions in use: with them a statement's name is bound to its text. */
  code: string;
  /** `where …`, or nothing. */
  where: string;
  parameters: unknown[];
  /** Placeholder of the parameter that is `ahead` places behind the last one of the conditions. */
  parameter(ahead: number): string;
}

/**
 * A `where` out of a table of conditions and the values for some of them; `undefined` and `false` leave one out. Nothing but
 * the table becomes SQL. Parameters count from $1.
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
      const pair = condition.sql.length === 2 && Array.isArray(value) ? value : [value];
      const [first = '', second = ''] = pair.map((one) => `$${parameters.push(one)}`);
      parts.push(condition.sql(first, second));
    }
  }
  return {
    code: used.map(({ code }) => code).join(''),
    where: parts.length > 0 ? `where ${parts.join(' and ')}` : '',
    parameters,
    parameter: (ahead) => `$${parameters.length + ahead}`,
  };
}
