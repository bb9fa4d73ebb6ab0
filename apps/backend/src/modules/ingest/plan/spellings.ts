import { findSpellings, headingDate, type Spellings, type VoyageRecord } from '@archive/voyage-document';
import { lineOfName } from './line-of-name.ts';
import { personKey } from './name-decisions.ts';
import type { Person } from './people-directory.ts';
import type { PreparedVoyage } from './prepare.ts';
import type { Problem } from './problem.ts';

interface NewPerson {
  person: Person;
  /** The first voyage that names the person. */
  first: VoyageRecord;
  keys: Set<string>;
  voyages: number;
}

type PersonSpellings = NewPerson & Spellings;

/** Collects the people that an import would add, and finds likely different spellings of one person. */
export class NewPeople {
  readonly #people = new Map<Person, NewPerson>();

  add({ record, names }: PreparedVoyage): void {
    for (const { mention, person, state } of names) {
      // If a curator decided that it is a new person, it isn't another spelling.
      if (state !== 'new' || person.decidedKey !== undefined) continue;
      const existing = this.#people.get(person);
      if (existing) {
        existing.keys.add(personKey(mention));
        existing.voyages += 1;
      } else this.#people.set(person, { person, first: record, keys: new Set([personKey(mention)]), voyages: 1 });
    }
  }

  /** The other spellings for the key of each name, and a warning for each spelling except the best one. */
  spellings(): { byKey: Map<string, { key: string; full_name: string }[]>; problems: Problem[] } {
    const spellings = findSpellings([...this.#people.keys()].map(({ name, urlKey }) => ({ name, urlKey })));
    const people = [...this.#people.values()].map((person, index): PersonSpellings => ({
      ...person,
      others: [],
      hasGivenName: false,
      ...spellings[index],
    }));
    const byKey = new Map<string, { key: string; full_name: string }[]>();
    const problems: Problem[] = [];
    for (const person of people) {
      const others = person.others.flatMap((index) => people[index] ?? []);
      if (others.length === 0) continue;
      const otherNames = others.flatMap((other) =>
        [...other.keys].map((key) => ({ key, full_name: other.person.name })),
      );
      for (const key of person.keys) byKey.set(key, otherNames);
      const best = others.reduce(betterSpelling);
      if (betterSpelling(person, best) === best) problems.push(spellingProblem(person, best));
    }
    return { byKey, problems };
  }
}

/** Returns the spelling with a given name, or else the more frequent or earlier one. */
function betterSpelling(left: PersonSpellings, right: PersonSpellings): PersonSpellings {
  if (left.hasGivenName !== right.hasGivenName) return left.hasGivenName ? left : right;
  return right.voyages > left.voyages ? right : left;
}

function spellingProblem({ person, first }: NewPerson, best: NewPerson): Problem {
  const bestLine = lineOfName(best.first, best.person.name);
  return {
    line: lineOfName(first, person.name),
    voyage: headingDate(first.start_date),
    field: 'Passengers',
    severity: 'warning',
    message: `“${person.name}” may be another spelling of “${best.person.name}” in line ${bestLine}. They would be added as two people.`,
    suggestion: 'Choose one spelling under “People and owners,” or correct the document.',
  };
}
