import fc from 'fast-check';

const LONG = 20_000;

/** Strings that often break programs: unstorable characters, code, invisible characters, invalid dates. */
const UNUSUAL_TEXTS = [
  '',
  ' ',
  '\0',
  'before\0after',
  '\ud800',
  'lone \udfff surrogate',
  '\u0001\u0008\u001b[31m\u007f',
  '\r\nX-Injected: 1',
  '\u202e\u200b\ufeff',
  'e\u0301\u0323'.repeat(50),
  '🛥️'.repeat(40),
  "' or '1'='1",
  '"; drop table voyage; --',
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  String.raw`..\..\windows`,
  '%00',
  '%',
  '_',
  '\\',
  '()|&!:*<->',
  "a:* & !(b | 'c')",
  '"unclosed phrase',
  '-',
  '*',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  '1e999',
  '9'.repeat(400),
  '2147483648',
  '9223372036854775808',
  '1946-02-30',
  '0000-00-00',
  '1946-13',
  '1946-3-7',
  '99999-01-01',
  '+01946-03-07',
  '1946-03-07T00:00:00Z',
  '24:00',
  '23:60',
  'javascript:alert(1)',
  'http://',
  'http://[::1',
  '[{"url": 1}]',
  '{"spin": null}\n[',
  '['.repeat(LONG),
  'x'.repeat(LONG),
  'ß'.repeat(LONG),
  ' '.repeat(LONG),
  'a b '.repeat(50),
];

const UNUSUAL_VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e308,
  2 ** 31,
  2 ** 53,
  9e18,
  [],
  [null],
  [[[[[]]]]],
  {},
  { toString: 1 },
  { length: 5 },
  { length: { toString: 1 } },
  { length: { valueOf: 'x' }, toString: null },
  { length: -1, 0: 'x' },
  { size: { toString: 1 }, constructor: null },
  { toJSON: 'x' },
  { hasOwnProperty: 1 },
  { constructor: { prototype: { polluted: true } } },
  // Creates an own property named `__proto__`, as a parser does.
  JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
  [[]],
  [''],
  [{ length: { toString: 1 } }],
];

/** Names that objects inherit, or that engines treat specially. */
export const PROTOTYPE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'length',
  'toJSON',
  'then',
];

const nestedArrays = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let index = 0; index < depth; index += 1) value = index % 2 ? [value] : { a: value };
  return value;
};

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...UNUSUAL_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/** Any JSON value. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...UNUSUAL_VALUES) },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 400 }).map(nestedArrays) },
  { weight: 1, arbitrary: fc.constantFrom(600, 5000).map((length) => Array.from({ length }, (_, index) => index)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Strings with a meaning in the archive, for any field. */
export const KNOWN_TEXT = [
  'auto',
  'none',
  'nobody-of-this-name',
  '1946',
  '1946-03',
  '1946-03-07',
  '2024-02-29',
  '19:05',
  'truman',
  'Potomac River',
  'https://en.wikipedia.org/wiki/USS_Sequoia',
  '[{"url": "https://example.org", "media_type": "article"}]',
  'http://rightsstatements.org/vocab/InC/1.0/',
];
