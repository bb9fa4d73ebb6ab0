import { describe, expect, test } from '@jest/globals';
import { parseVoyageDocument } from './parse.ts';
import { writeVoyageDocument } from './write.ts';

const read = (text: string) => {
  const { voyages, problems } = parseVoyageDocument(`## 1970-05-04: Dinner\n\n${text}\n`);
  const [voyage] = voyages;
  return {
    guests: voyage?.passengers.map(({ name }) => name),
    place: voyage?.start_location ?? null,
    time: voyage?.start_time ?? null,
    notes: voyage?.notes ?? null,
    information: voyage?.additional_information ?? null,
    messages: problems.map(({ message }) => message),
  };
};

describe('labels in list items are fields', () => {
  test.each([
    '- Guests: Ann Ray, Bob Lee\n- Place: Potomac River\n- Time: 7:30 PM',
    '* Guests: Ann Ray, Bob Lee\n* Place: Potomac River\n* Time: 7:30 PM',
    '– Guests: Ann Ray, Bob Lee\n– Place: Potomac River\n– Time: 7:30 PM',
    '• Guests: Ann Ray, Bob Lee\n• Place: Potomac River\n• Time: 7:30 PM',
    '1. Guests: Ann Ray, Bob Lee\n2. Place: Potomac River\n3. Time: 7:30 PM',
    '- **Guests:** Ann Ray, Bob Lee\n- **Place:** Potomac River\n- **Time:** 7:30 PM',
    '- **Guests**: Ann Ray, Bob Lee\n- **Place**: Potomac River\n- **Time**: 7:30 PM',
    '- Place: Potomac River\n- Time: 7:30 PM\n- Guests:\n  - Ann Ray\n  - Bob Lee',
    'Guests\n: Ann Ray, Bob Lee\n\nLocation\n: Potomac River\n\nTime\n: 7:30 PM',
    '| Guests | Ann Ray, Bob Lee |\n| Place | Potomac River |\n| Time | 7:30 PM |',
    '| Field | Value |\n|---|---|\n| Guests | Ann Ray, Bob Lee |\n| Place | Potomac River |\n| Time | 7:30 PM |',
    '| **Guests:** | Ann Ray, Bob Lee |\n|---|---|\n| **Place:** | Potomac River |\n| **Time:** | 7:30 PM |',
    'Place: Potomac River\n- Time: 7:30 PM\n- Guests: Ann Ray, Bob Lee',
    // As Word documents and web pages are converted
    '*   **Guests:** Ann Ray, Bob Lee\n*   **Place:** Potomac River\n*   **Time:** 7:30 PM',
    '*   Guests:\n    *   Ann Ray\n    *   Bob Lee\n*   Place: Potomac River\n*   Time: 7:30 PM',
    '| **Guests** | Ann Ray, Bob Lee |\n|---|---|\n| Place | Potomac River |\n| Time | 7:30 PM |',
    '<ul>\n<li>Guests: Ann Ray, Bob Lee</li>\n<li>Place: Potomac River</li>\n<li>Time: 7:30 PM</li>\n</ul>',
  ])('%j', (text) => {
    expect(read(text)).toMatchObject({
      guests: ['Ann Ray', 'Bob Lee'],
      place: 'Potomac River',
      time: '19:30',
      information: null,
    });
  });

  test('the preview says how an item is understood', () => {
    expect(read('- Guests: Ann Ray').messages).toEqual(['The list item “Guests” is read as the field “Passengers”.']);
    expect(read('| Guests | Ann Ray |\n| Place | Potomac |').messages).toContain(
      'The table of labels and values is read as the fields of a voyage.',
    );
  });

  test('notes are a field beside other fields, and other items are kept', () => {
    const text = '- Guests: Ann Ray\n- Notes: a calm night\n- Dinner was served at eight';
    expect(read(text)).toMatchObject({ guests: ['Ann Ray'], notes: 'a calm night\n- Dinner was served at eight' });
    expect(read('- Guests: Ann Ray\n- Dinner was served at eight')).toMatchObject({
      guests: ['Ann Ray'],
      information: '- Dinner was served at eight',
    });
  });
});

describe('a note stays text', () => {
  test.each([
    '- Guests: see the list in the annex',
    '- Time: a great one',
    '- Notes: he liked it',
    '- Place: the river was calm',
    '- To: Mr. Poe',
    '- With: many regards',
    '- Sources: said to be good',
    'Program:\n- Guests: Ann Ray',
    'He wrote of:\n\n- Guests: Ann Ray\n- Place: Potomac River',
  ])('%j', (text) => {
    const { guests, place, time, notes, information } = read(text);
    expect([guests, place, time, notes]).toEqual([[], null, null, null]);
    expect(information?.replaceAll(/\s+/g, ' ')).toBe(text.replaceAll(/\s+/g, ' '));
  });

  test.each(['| Guests | Ann Ray |\n| Place | Potomac |', 'x\n\n- Guests: Ann Ray', '- Place: Potomac', 'x\n: Ann'])(
    'in the notes of an export: %j',
    (notes) => {
      const document = parseVoyageDocument('## 1970-05-04: Dinner\n');
      const voyages = document.voyages.map((voyage) => ({ ...voyage, notes }));
      const [voyage] = parseVoyageDocument(writeVoyageDocument({ ...document, voyages })).voyages;
      expect(voyage).toMatchObject({ notes, passengers: [], start_location: null });
    },
  );

  test('in a text or a list', () => {
    expect(read('Notes: He said:\n- Guests: Ann Ray')).toMatchObject({
      guests: [],
      notes: 'He said:\n- Guests: Ann Ray',
    });
    expect(read('Notes: calm\n\n- Place: Potomac River')).toMatchObject({ place: null });
    expect(read('| Menu | Lobster |\n| Guests | Ann Ray |\n| Wine | Red |').guests).toEqual([]);
  });
});
