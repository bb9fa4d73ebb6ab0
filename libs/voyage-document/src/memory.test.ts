import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { parseVoyageDocument } from './parse.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const VOYAGES = 2000;
const PEOPLE = 200;
/** Limit in bytes per voyage. About 2.9 KB are needed; copies of each voyage’s text and people would take 6.4 KB. */
const MAX_BYTES = 4000;

function documentOf(voyages: number): string {
  const person = (number: number) =>
    `[Person ${number % PEOPLE} of the yacht](https://en.wikipedia.org/wiki/Person_${number % PEOPLE}) (guest)`;
  const voyage = (index: number) => `(Menu)

## ${1930 + (index % 40)}-06-${String(1 + (index % 28)).padStart(2, '0')}

Location: Washington Navy Yard; Mount Vernon

Passengers: ${Array.from({ length: 6 }, (_, seat) => person(index * 7 + seat)).join(', ')}, 12 other guests

Additional Information: ${'The party dined on the top deck – and passed Mount Vernon. '.repeat(8)}

Sources: Sequoia Logbook, p. ${index}; [Diary](https://example.org/diary/${index})
`;
  return `# President Nixon (January 20, 1969 to August 9, 1974)\n\n${Array.from({ length: voyages }, (_, index) => voyage(index)).join('\n')}`;
}

test('the voyages of a document share the memory of its text and people', () => {
  const text = documentOf(VOYAGES);
  parseVoyageDocument(documentOf(10));
  collect();
  const before = process.memoryUsage().heapUsed;
  const { voyages } = parseVoyageDocument(text);
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / VOYAGES;
  expect(voyages).toHaveLength(VOYAGES);
  expect(bytes).toBeLessThan(MAX_BYTES);
});
