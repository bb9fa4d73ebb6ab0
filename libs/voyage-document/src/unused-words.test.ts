import { expect, test } from '@jest/globals';
import { parseVoyageDocument } from './parse.ts';
import { unusedWords } from './unused-words.ts';

/** The unused words of the first voyage of a document. */
function unusedIn(text: string): string[] {
  const [voyage] = parseVoyageDocument(text).voyages;
  if (!voyage) throw new Error('The document has no voyage');
  const lines = voyage.original_markdown.split('\n');
  return unusedWords(lines, voyage).map(({ line, from, to }) => (lines[line] ?? '').slice(from, to));
}

test.each([
  [
    'a complete voyage',
    `(GRF) (Foreign Leader: Canada) (Menu)

## **2. June 16th, 1976 – Dinner for Trudeau**

Location: Washington Navy Yard; [Potomac River](https://example.org/river)
Time: 7 pm to 9:03 pm
Passengers: [Gerald Ford](https://en.wikipedia.org/wiki/Gerald_Ford) (POTUS) and Ambassador [Jack H. Warren](u) {guest}, 27 other guests
Crew: Lt. Cdr. Dewey Beliech
Weather: fair
Sources: [title](https://example.org), *Book*, p. 15
Spin from *The Post*:
* “A quiet evening.”`,
    [],
  ],
  ['an unknown code', '(Menu) (Zeppelin)\n\n## 1976-06-16\n\nNotes: Rain.', ['Zeppelin']],
  ['text of a code that takes none', '(Menu: lobster tails)\n\n## 1976-06-16', ['lobster tails']],
  ['a placeholder for a name', '## 1976-06-16\n\nPassengers: unknown, Ann Lee', ['unknown']],
  ['a picture', '## 1976-06-16\n\n[image1]: <data:image/png;base64,AAAA>', ['image1]: <data:image/png;base64,AAAA']],
])('finds the words that no value of the voyage has: %s', (_, text, expected) => {
  expect(unusedIn(text)).toEqual(expected);
});

test('ignores the syntax of table rows and of entries in JSON lists', () => {
  const [voyage] = parseVoyageDocument('(Menu)\n\n## 1976-06-16: Dinner\n\nNotes: Rain.').voyages;
  if (!voyage) throw new Error('The document has no voyage');
  const also = ['President Ford (August 9, 1974 to January 20, 1977)'];
  const row = '"President Ford (August 9, 1974 to January 20, 1977)";6/16/76;Dinner;(Menu);Rain.;blue hull';
  const found = unusedWords([row], voyage, { format: 'csv', also });
  expect(found.map(({ from, to }) => row.slice(from, to))).toEqual(['blue hull']);
  const entry =
    '{"start_date": "1976-06-16", "title": "Dinner", "notes": "Rain.\\n", "mention_menu": true, "hull": "blue"}';
  const inEntry = unusedWords([entry], voyage, { format: 'json' });
  expect(inEntry.map(({ from, to }) => entry.slice(from, to))).toEqual(['blue']);
});
