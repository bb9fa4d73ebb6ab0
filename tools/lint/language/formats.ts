/** Finds numbers, dates, lists and plurals that are formatted outside of the one helper. */
import { parseSync, type Expression, Visitor } from 'oxc-parser';
import type { Problem } from './check.ts';
import { isCode, isTest } from './sources.ts';

const HELPER = 'libs/contracts/src/format.ts';
const USE = `a function of ${HELPER}`;

/** Uses of `Intl`, `toLocale…`, and choices between singular and plural, except in tests. */
export function manualFormats(file: string, source: string): Problem[] {
  if (!isCode(file) || isTest(file) || file === HELPER) return [];
  const problems: Problem[] = [];
  const add = (start: number, message: string) =>
    problems.push({ file, line: source.slice(0, start).split('\n').length, scope: 'code', match: message, use: USE });
  new Visitor({
    MemberExpression({ object, property, start }) {
      if (object.type === 'Identifier' && object.name === 'Intl') add(start, 'Intl');
      if (property.type === 'Identifier' && /^toLocale(?:|Date|Time)String$/.test(property.name))
        add(start, property.name);
    },
    ConditionalExpression({ test, consequent, alternate, start, end }) {
      const isPlural = comparesToOne(test) && isText(consequent) && isText(alternate);
      if (isPlural || isPluralEnding(consequent) || isPluralEnding(alternate)) add(start, source.slice(start, end));
    },
  }).visit(parseSync(file, source).program);
  return problems;
}

const comparesToOne = (test: Expression): boolean =>
  test.type === 'BinaryExpression' &&
  /^[!=]==$/.test(test.operator) &&
  [test.left, test.right].some((side) => side.type === 'Literal' && side.value === 1);

const isText = (node: Expression): boolean =>
  (node.type === 'Literal' && typeof node.value === 'string') ||
  (node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => /\p{L}/u.test(value.raw)));

const isPluralEnding = (node: Expression): boolean =>
  node.type === 'Literal' && typeof node.value === 'string' && /^(?:e?s|ies)$/.test(node.value);
