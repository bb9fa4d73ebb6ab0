import type { NameState } from '@archive/contracts';
import type { Person, PersonMention } from './people-directory.ts';

/** How a name of the document was read. */
export interface ReadName {
  mention: PersonMention;
  person: Person;
  state: NameState;
}

/** @param guess the person whose name agrees with it, if it isn't one of the names that the archive has for the person */
export const readNameOf = (mention: PersonMention, person: Person, guess: Person | undefined): ReadName => ({
  mention,
  person,
  state: person.id === null ? 'new' : guess ? 'likely' : 'known',
});
