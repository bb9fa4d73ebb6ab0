import type { NameState } from '@archive/contracts';
import type { Person, PersonMention } from './people-directory.ts';

/** How a name of the document was matched with a person. */
export interface ReadName {
  mention: PersonMention;
  person: Person;
  state: NameState;
}

/** @param guess the person, if the mention only resembles the names that the archive has for them */
export const readNameOf = (mention: PersonMention, person: Person, guess: Person | undefined): ReadName => ({
  mention,
  person,
  state: person.id === null ? 'new' : guess ? 'likely' : 'known',
});
