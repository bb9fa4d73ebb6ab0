import {
  ApiError,
  NO_RESPONSE,
  changeVoyage,
  createVoyage,
  currentEtag,
  linkPerson,
  messageOf,
  orderPassengers,
  relinkPerson,
  unlinkPerson,
} from '@archive/api-client';
import type { Passenger, Voyage } from '@archive/contracts';
import { changedFields } from './changes.ts';
import { type FormPassenger, type FormValues, aboardOf, changesBody, newVoyageBody, valuesOf } from './values.ts';

/** A saved voyage and its ETag. */
export interface VoyageWithEtag {
  voyage: Voyage;
  etag: string | undefined;
}

/** One step that failed after the voyage was saved. */
export interface LinkFailure {
  /** For example "Chester W. Nimitz was not added". */
  what: string;
  why: string;
}

interface Outcome {
  stored: VoyageWithEtag;
  failures: LinkFailure[];
  /** Names of removed people who were deleted because they had no other voyage. */
  deleted: string[];
}

/** Short hash of a string (FNV-1a). Unlike SubtleCrypto, it also works without TLS. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * Saves the record with its new people. The idempotency key depends on the draft
 * and its content, so that a retry creates nothing twice, even after a reload.
 */
async function saveRecord(
  values: FormValues,
  stored: VoyageWithEtag | undefined,
  draft: string,
  proposes: boolean,
): Promise<VoyageWithEtag> {
  const keyOf = (body: object) => `voyage-${draft}-${fingerprint(JSON.stringify(body))}`;
  if (!stored) {
    const body = { ...newVoyageBody(values), ...(proposes ? { aboard: aboardOf(values) } : {}) };
    const { value, etag } = await createVoyage(body, keyOf(body));
    return { voyage: value, etag };
  }
  const base = valuesOf(stored.voyage);
  const changedNames = changedFields(base, values);
  const isSent = proposes && changedNames.includes('passengers');
  const body = { ...changesBody(base, values, changedNames), ...(isSent ? { aboard: aboardOf(values) } : {}) };
  // The server says to a contributor that there is nothing to propose.
  if (!proposes && Object.keys(body).length === 0) return stored;
  const { value, etag } = await changeVoyage(stored.voyage.voyage_slug, body, stored.etag, keyOf(body));
  return { voyage: value, etag };
}

/** The people in the form, with the records of newly created people, which come last in the response, in the order of the form. */
function withCreated(peopleToLink: FormPassenger[], aboard: Passenger[]): FormPassenger[] {
  const created = aboard.slice(-peopleToLink.filter(({ new_person }) => new_person).length);
  return peopleToLink.map((person) =>
    person.new_person
      ? { ...person, person_slug: created.shift()?.person_slug ?? person.person_slug, new_person: null }
      : person,
  );
}

/** The people in the form, with the slugs of those who were created with the voyage. `saved` are the people that were sent. */
export const withSlugs = (
  people: FormPassenger[],
  submitted: FormPassenger[],
  saved: FormPassenger[],
): FormPassenger[] =>
  people.map((person) => {
    const slug = saved[submitted.findIndex(({ person_slug }) => person_slug === person.person_slug)]?.person_slug;
    return person.new_person && slug !== undefined ? { ...person, person_slug: slug, new_person: null } : person;
  });

const passengerFrom = (person: FormPassenger, sort_order: number): Passenger => ({
  person_slug: person.person_slug,
  full_name: person.full_name,
  role_title: person.role_title,
  organization: null,
  wikipedia_url: null,
  portrait_url: person.portrait_url ?? null,
  title: person.title,
  capacity_role: person.capacity_role,
  is_crew: person.is_crew,
  voyage_notes: person.notes,
  sort_order,
});

/** The fields of a passenger that the form changed. */
const linkChanges = (linked: Passenger, { title, capacity_role, is_crew, notes }: FormPassenger) => ({
  ...(linked.title === title ? {} : { title }),
  ...(linked.capacity_role === capacity_role ? {} : { capacity_role }),
  ...(linked.is_crew === is_crew ? {} : { is_crew }),
  ...(linked.voyage_notes === notes ? {} : { notes }),
});

const slugs = (people: { person_slug: string }[]) => people.map(({ person_slug }) => person_slug);

/** Applies the changes to people, one request each. Reports failures and continues. */
async function saveLinks(slug: string, peopleToLink: FormPassenger[], passengersBefore: Passenger[]) {
  const failures: LinkFailure[] = [];
  const deleted: string[] = [];
  let aboard = passengersBefore;
  const attempt = async (failure: string | ((error: unknown) => string), work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw error;
      failures.push({ what: typeof failure === 'string' ? failure : failure(error), why: messageOf(error) });
    }
  };

  for (const person of passengersBefore.filter(({ person_slug }) => !slugs(peopleToLink).includes(person_slug))) {
    await attempt(`Failed to remove passenger from voyage: ${person.full_name}`, async () => {
      const { person_deleted } = await unlinkPerson(slug, person.person_slug);
      if (person_deleted) deleted.push(person.full_name);
      aboard = aboard.filter((item) => item !== person);
    });
  }
  for (const person of peopleToLink) {
    const linked = aboard.find(({ person_slug }) => person_slug === person.person_slug);
    const { person_slug, full_name, title, ...link } = person;
    const changes = linked && linkChanges(linked, person);
    if (changes && Object.keys(changes).length === 0) continue;
    const failure = linked ? `The role of ${full_name} was not changed` : `${full_name} was not added`;
    await attempt(failure, async () => {
      const keys = { person_slug, voyage_slug: slug };
      const { capacity_role, is_crew, notes } = link;
      if (changes) await relinkPerson({ ...keys, ...changes });
      else await linkPerson({ ...keys, ...(title === null ? {} : { title }), capacity_role, is_crew, notes });
      aboard = linked
        ? aboard.map((item) => (item === linked ? passengerFrom(person, linked.sort_order) : item))
        : [...aboard, passengerFrom(person, aboard.length + 1)];
    });
  }
  const current = slugs(aboard);
  const remainingSlugs = slugs(peopleToLink).filter((person) => current.includes(person));
  const order = [...remainingSlugs, ...current.filter((person) => !remainingSlugs.includes(person))];
  if (order.join() !== current.join())
    await attempt(reorderFailure, async () => {
      aboard = await orderPassengers(slug, order);
    });
  return { people: aboard, failures, deleted };
}

/** The message of SPEC section 8, with the status if the server responded. */
function reorderFailure(error: unknown): string {
  const hasResponse = error instanceof ApiError && error.status !== NO_RESPONSE;
  return hasResponse ? `Failed to reorder: ${error.status} ${error.title}` : `Error reordering: ${messageOf(error)}`;
}

/**
 * Saves the voyage with its new people, then links existing people under the returned slug. After a failure, a retry repeats only the steps
 * that failed. With `proposes`, existing people are sent with the record, and a `Proposed` is thrown. `draft` is the draft's id. `onRecord` receives the saved record and the people in the form, now with slugs for new people.
 * Throws an `ApiError` if the voyage was not saved; in that case, nothing was.
 */
export async function saveVoyage(
  values: FormValues,
  before: VoyageWithEtag | undefined,
  draft: string,
  proposes: boolean,
  onRecord: (saved: VoyageWithEtag, people: FormPassenger[]) => void,
): Promise<Outcome> {
  const saved = await saveRecord(values, before, draft, proposes);
  const { voyage_slug: slug, passengers } = saved.voyage;
  const peopleToLink = withCreated(values.passengers, passengers);
  onRecord(saved, peopleToLink);
  const { people, failures, deleted } = await saveLinks(slug, peopleToLink, passengers);
  return { stored: { ...saved, voyage: { ...saved.voyage, passengers: people } }, failures, deleted };
}

const KEY = 'voyages.own-saves';
const MAX_SAVES = 50;

const read = (): string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
};

/** Record and version in an ETag. Compression may append a suffix to the ETag. */
const versionOf = (etag: string | undefined) => /\d+\.\d+/.exec(etag ?? '')?.[0];

/** Records a version that this browser has saved, for its other windows. */
export function rememberOwnSave(etag: string | undefined): void {
  const version = versionOf(currentEtag(etag));
  if (!version) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...read(), version].slice(-MAX_SAVES)));
  } catch {
    // Storage is unavailable: the other windows can't tell whose version it is.
  }
}

/** Whether a version was saved in this browser. */
export const isOwnSave = (etag: string | undefined): boolean => read().includes(versionOf(etag) ?? '');
