import {
  ApiError,
  changeVoyage,
  createVoyage,
  linkPerson,
  messageOf,
  NO_ANSWER,
  relinkPerson,
  reorderPassenger,
  unlinkPerson,
} from '@archive/api-client';
import type { Passenger, Voyage } from '@archive/contracts';
import { changedFields } from './changes.ts';
import { bodyOf, valuesOf, type FormPassenger, type FormValues } from './values.ts';

/** The voyage as the archive has it, and the tag of that version. */
export interface Stored {
  voyage: Voyage;
  etag: string | undefined;
}

/** A single link that failed; the rest is saved. */
export interface LinkFailure {
  /** "Chester W. Nimitz could not be put aboard". */
  what: string;
  why: string;
}

export interface Outcome {
  stored: Stored;
  failures: LinkFailure[];
  /** Names of those who were taken off and, with no other voyage, out of the archive. */
  deleted: string[];
}

/** A short print of a text (FNV-1a), there also where the page came without TLS: two texts of a draft have the same one once in billions. */
function printOf(text: string): string {
  let print = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) print = Math.imul(print ^ text.charCodeAt(place), 0x01000193);
  return (print >>> 0).toString(36);
}

/**
 * Saves the record alone: a new one, or what has changed of it. A draft sent again with the same text has the same key, also after a
 * reload, so that an answer that was lost on its way makes no second voyage.
 */
async function saveRecord(values: FormValues, stored: Stored | undefined, draft: string): Promise<Stored> {
  const body = bodyOf(values, stored?.voyage);
  if (!stored) {
    const { value, etag } = await createVoyage(body, `voyage-${draft}-${printOf(JSON.stringify(body))}`);
    return { voyage: value, etag };
  }
  const changed = changedFields(valuesOf(stored.voyage), values).filter((name) => name !== 'passengers');
  if (changed.length === 0) return stored;
  const { value, etag } = await changeVoyage(stored.voyage.voyage_slug, body, stored.etag);
  return { voyage: value, etag };
}

const linked = (person: FormPassenger, sort_order: number): Passenger => ({
  person_slug: person.person_slug,
  full_name: person.full_name,
  role_title: person.role_title,
  organization: null,
  wikipedia_url: null,
  title: null,
  capacity_role: person.capacity_role,
  is_crew: person.is_crew,
  voyage_notes: person.notes,
  sort_order,
});

const slugs = (people: { person_slug: string }[]) => people.map(({ person_slug }) => person_slug);

/** Brings the people of a voyage to what the form has, one call each; what fails is told and holds up nothing. */
async function saveLinks(slug: string, wanted: FormPassenger[], before: Passenger[]) {
  const failures: LinkFailure[] = [];
  const deleted: string[] = [];
  let aboard = before;
  const attempt = async (what: string | ((error: unknown) => string), work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw error;
      failures.push({ what: typeof what === 'string' ? what : what(error), why: messageOf(error) });
    }
  };

  for (const person of before.filter(({ person_slug }) => !slugs(wanted).includes(person_slug))) {
    await attempt(`Failed to remove passenger from voyage: ${person.full_name}`, async () => {
      const { person_deleted } = await unlinkPerson(slug, person.person_slug);
      if (person_deleted) deleted.push(person.full_name);
      aboard = aboard.filter((one) => one !== person);
    });
  }
  for (const person of wanted) {
    const there = aboard.find(({ person_slug }) => person_slug === person.person_slug);
    if (there?.is_crew === person.is_crew) continue;
    const what = there
      ? `The crew mark of ${person.full_name} could not be changed`
      : `${person.full_name} could not be added`;
    await attempt(what, async () => {
      const { person_slug, capacity_role, is_crew, notes } = person;
      await (there ? relinkPerson : linkPerson)({ person_slug, voyage_slug: slug, capacity_role, is_crew, notes });
      aboard = there
        ? aboard.map((one) => (one === there ? { ...there, is_crew } : one))
        : [...aboard, linked(person, aboard.length + 1)];
    });
  }
  const order = slugs(wanted).filter((person) => slugs(aboard).includes(person));
  await attempt(notReordered, async () => {
    aboard = await arranged(slug, order, aboard);
  });
  return { people: aboard, failures, deleted };
}

/** SPEC section 8: what came back, or that nothing did. */
function notReordered(error: unknown): string {
  const answered = error instanceof ApiError && error.status !== NO_ANSWER;
  return answered ? `Failed to reorder: ${error.status} ${error.title}` : `Error reordering: ${messageOf(error)}`;
}

/** Moves people up, one place at a time, until they stand as wanted. */
async function arranged(slug: string, order: string[], before: Passenger[]): Promise<Passenger[]> {
  let aboard = before;
  for (const [place, person] of order.entries()) {
    while (slugs(aboard).indexOf(person) > place) {
      const moved = await reorderPassenger(slug, person, 'up');
      if (slugs(moved).join() === slugs(aboard).join()) break;
      aboard = moved;
    }
  }
  return aboard;
}

/**
 * Saves the voyage, then its people with the address that came back. Done again after a failure, it does what is left. `draft` is the
 * draft's id.
 * @throws `ApiError` when the record itself was not saved; then nothing was.
 */
export async function saveVoyage(values: FormValues, before: Stored | undefined, draft: string): Promise<Outcome> {
  const saved = await saveRecord(values, before, draft);
  const { voyage_slug: slug, passengers } = saved.voyage;
  const { people, failures, deleted } = await saveLinks(slug, values.passengers, passengers);
  return { stored: { ...saved, voyage: { ...saved.voyage, passengers: people } }, failures, deleted };
}
