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
