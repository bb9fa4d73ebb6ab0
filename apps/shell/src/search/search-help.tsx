import { Disclosure } from '@archive/ui';

const EXAMPLES: readonly [query: string, meaning: string][] = [
  ['Nimitz 1949', 'Records with all of the words. You can type just the beginning of the last word.'],
  ['"Camp David"', 'These words in this order.'],
  ['menu -Kennedy', 'Records that mention “menu” but not “Kennedy”.'],
  ['April 1943, 1940s, 6/19/1973, summer 1946', 'Voyages and media from that date or period.'],
  ['JFK, J.F.K., Ike', 'Initials and nicknames.'],
  ['president:truman', 'A president’s or owner’s voyages, with their people, media, and albums.'],
  ['person:kissinger', 'Voyages with this person aboard. Use it twice for two people.'],
  ['place:"Mount Vernon"', 'Voyages that start or end there.'],
  ['tag:menu', 'Media and people with this tag.'],
  ['after:1945 before:1950', 'After the end of 1945 and before the start of 1950.'],
];

/** Examples of search syntax. */
export function SearchHelp({ open }: { open: boolean }) {
  return (
    <Disclosure key={String(open)} label="How to search" defaultOpen={open} className="print:hidden">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {EXAMPLES.map(([query, meaning]) => (
          <div key={query} className="contents">
            <dt className="font-medium wrap-anywhere">{query}</dt>
            <dd className="mb-2 text-faded sm:mb-0">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
