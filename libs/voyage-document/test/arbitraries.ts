import { isEdtfDate } from '@archive/contracts/dates';
import fc from 'fast-check';
import { earliestDay, latestDay } from '../src/dates.ts';
import { PRESIDENTIAL_INITIALS } from '../src/codes.ts';
import { mapTexts } from '../src/text-fields.ts';
import {
  SOURCE_MEDIA_TYPES,
  VOYAGE_TYPES,
  type OwnerSection,
  type VoyageContent,
  type WritableDocument,
} from '../src/types.ts';
import { archiveText } from './archive.ts';

/** Pieces of syntax, used where they have no meaning. */
const SYNTAX_PIECES = [
  '# President X (1945 to 1953)¦## 1976-06-16¦## 2. 1946: Title¦### 1976¦##¦##1976-06-16¦####### x¦#¦1976-06-16¦1946¦12',
  'Notes: x¦Summary: x¦Voyage Type: private¦**Time:** 25:10¦Weather: fair¦Curator Notes:¦Spin from *X*:¦Spin: y¦spin from a: b: c:',
  '(Menu)¦(HST) (Photo(s))¦(Foreign Leader: A (B))¦(no code here, really.)¦(¦)¦((¦))¦()¦[image1]: <data:image/png;base64,AA>',
  '[A](b)¦[A]¦[](u)¦[A]()¦[A](<b>)¦![x](y.png)¦[a](b) and [c](d)¦[¦]¦](¦[x](y z "t")¦https://x.org/a.pdf¦<https://x.org>',
  '"¦“¦”¦"Chip"¦6" gun¦*¦**¦_¦*x*¦**x**¦***¦---¦* * *¦- x¦* x¦1. x¦• x¦–¦—¦ to ¦https://x.org/a_(b).jpg¦a.pdf',
  ',¦;¦:¦; ¦, ¦ and ¦and ¦&¦Jr.¦USN¦III¦{crew}¦{guest}¦{book}¦{¦}¦\\¦\\\\¦\\(¦\\# x¦\\Notes: x',
  '|¦ | ¦a|b¦Ann Ray | Bob Poe¦Ann Ray|Bob Poe¦Q5¦~¦19 other guests¦unknown¦General¦Lt. Cdr.¦Mr. and Mrs.¦Captain¦crew¦steward¦Logbook¦\u00a0¦\u2028¦\ufeff¦\u0301¦\ud800¦😀',
].flatMap((pieces) => pieces.split('¦'));

const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('Harry', 'Truman', 'of', 'the', 'river', 'Potomac', 'Navy', 'dinner', 'Élysée', 'x'),
  },
  { weight: 3, arbitrary: fc.constantFrom(...SYNTAX_PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
);
const joint = fc.constantFrom(' ', ' ', ' ', '', '  ');

function phrase(joints: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.tuple(word, joints), { minLength: 1, maxLength }).map((pieces) => pieces.flat().join(''));
}

const line = phrase(joint, 6);
const prose = phrase(fc.oneof(joint, fc.constantFrom('\n', '\n', '\n\n', '\r\n', '\n  ', '\n    ')), 12);

function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.option(value, { nil: null, freq: 2 });
}

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const partialDate = fc.tuple(day, fc.constantFrom(4, 7, 10)).map(([date, length]) => date.slice(0, length));
const qualifiedDate = fc.tuple(partialDate, fc.constantFrom('', '~', '?', '%')).map((parts) => parts.join(''));
const year = fc.integer({ min: 1900, max: 2030 });
const approximateDate = fc
  .oneof(
    qualifiedDate,
    fc.tuple(year, fc.integer({ min: 21, max: 24 })).map((parts) => parts.join('-')),
    year.map((item) => `${String(item).slice(0, 3)}X`),
    fc.tuple(year, fc.constantFrom([0, 3], [4, 6], [7, 9])).map(([one, [from, to]]) => {
      const decade = String(one).slice(0, 3);
      return `${decade}${from}~/${decade}${to}~`;
    }),
    fc.tuple(qualifiedDate, qualifiedDate).map((parts) => parts.join('/')),
    partialDate.map((date) => `[..${date}]`),
    partialDate.map((date) => `[${date}..]`),
    fc.tuple(partialDate, partialDate).map((dates) => `[${dates.toSorted().join(',')}]`),
  )
  .filter(isEdtfDate);
const voyageDate = fc.oneof({ weight: 4, arbitrary: partialDate }, { weight: 1, arbitrary: approximateDate });
const range = fc.tuple(voyageDate, maybe(voyageDate)).map(([start_date, end_date]) => {
  const ordered = end_date !== null && (latestDay(end_date) ?? '') >= (earliestDay(start_date) ?? '');
  return { start_date, end_date: ordered ? end_date : null };
});
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

const passenger = fc.record({
  name: line,
  wikipedia_url: maybe(fc.oneof(line, fc.webUrl({ withFragments: true, withQueryParameters: true }))),
  title: maybe(line),
  role: maybe(line),
  is_crew: fc.boolean(),
});
const source = fc.record({
  url: fc.oneof(line, fc.webUrl()),
  title: maybe(line),
  media_type: fc.constantFrom(...SOURCE_MEDIA_TYPES),
});
const spin = fc.record({ spin: prose, source: maybe(line) });
const flag = fc.boolean();

const content = fc.record({
  section: maybe(fc.integer({ min: 0, max: 2 })),
  number: maybe(fc.nat(40)),
  start_date_written: maybe(line),
  end_date_written: maybe(line),
  title: maybe(line),
  voyage_type: maybe(fc.constantFrom(...VOYAGE_TYPES)),
  start_time: maybe(time),
  end_time: maybe(time),
  start_location: maybe(line),
  end_location: maybe(line),
  start_location_markdown: maybe(line),
  end_location_markdown: maybe(line),
  passengers: fc.array(passenger, { maxLength: 4 }),
  additional_guests: maybe(line),
  ...mapTexts(() => maybe(prose)),
  sources: fc.array(source, { maxLength: 3 }),
  additional_sources: fc.array(source, { maxLength: 2 }),
  spins: fc.array(spin, { maxLength: 3 }),
  presidential_use: flag,
  presidential_initials: maybe(fc.oneof(fc.constantFrom(...PRESIDENTIAL_INITIALS), line)),
  has_royalty: flag,
  royalty_details: maybe(line),
  has_foreign_leader: flag,
  foreign_leader_country: maybe(line),
  mention_camp_david: flag,
  mention_mount_vernon: flag,
  mention_captain: flag,
  mention_crew: flag,
  mention_rmd: flag,
  mention_yacht_spin: flag,
  mention_menu: flag,
  mention_drinks_wine: flag,
  claims_photo: flag,
  claims_video: flag,
});

/** A place whose Markdown and text match, as the parser returns them. */
const linkedPlace = fc.constantFrom('Pier 9', 'Cape Henry, VA', 'Mount Vernon').map((place) => ({
  start_location: place,
  start_location_markdown: `[${place}](https://en.wikipedia.org/wiki/${place.replace(/ /g, '_')})`,
}));

const voyage: fc.Arbitrary<VoyageContent> = fc
  .tuple(content, range, fc.option(linkedPlace, { nil: {}, freq: 3 }))
  .map(([fields, dates, place]) => ({ ...fields, ...dates, ...place }))
  .filter(({ start_date, end_date, start_time, end_time }) => {
    const sameDay = start_date.length === 10 && end_date === start_date;
    return !(sameDay && start_time !== null && end_time !== null && end_time < start_time);
  });

const section: fc.Arbitrary<Omit<OwnerSection, 'line'>> = fc.record({
  kind: fc.constantFrom('president', 'owner'),
  name: line,
  term_start: maybe(partialDate),
  term_end: maybe(partialDate),
});

/** Documents with at least one voyage and arbitrary values in all fields. */
export const anyDocument: fc.Arbitrary<WritableDocument> = fc.record({
  sections: fc.array(section, { maxLength: 3 }),
  voyages: fc.array(voyage, { minLength: 1, maxLength: 4 }),
});

export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  phrase(fc.constantFrom(' ', '\n', '\n\n', ''), 60),
);

const lines = archiveText.split('\n');
const lineMutation = fc.record({
  at: fc.nat(lines.length - 1),
  how: fc.constantFrom('drop', 'double', 'cut', 'insert', 'join', 'swap'),
  position: fc.nat(200),
  text: phrase(fc.constantFrom(' ', '\n', '\n\n', ''), 3),
});

/** The archive document with random lines deleted, duplicated, cut, joined, swapped or mixed with arbitrary text. */
export const mutatedArchive: fc.Arbitrary<string> = fc.array(lineMutation, { maxLength: 25 }).map((mutations) => {
  const mutated = [...lines];
  for (const { at, how, position, text } of mutations) {
    const original = mutated[at] ?? '';
    if (how === 'drop') mutated.splice(at, 1);
    else if (how === 'double') mutated.splice(at, 0, original);
    else if (how === 'cut') mutated[at] = original.slice(0, position);
    else if (how === 'insert') mutated[at] = original.slice(0, position) + text + original.slice(position);
    else if (how === 'join') mutated.splice(at, 2, original + (mutated[at + 1] ?? ''));
    else mutated.splice(at, 2, mutated[at + 1] ?? '', original);
  }
  return mutated.join('\n');
});
