import {
  type GroupMember,
  groupMembers,
  nameParts,
  type NameParts,
  normalizeName,
  type VoyageRecord,
} from '@archive/voyage-document';
import type { IngestName } from '@archive/contracts';
import type { PeopleDirectory, Person } from './people-directory.ts';
import type { President, PresidentDirectory } from './president-directory.ts';

type Proposed = IngestName['proposal'][number];

/** A family with more known members than this isn't proposed, because nobody means all of them. */
const MAX_FAMILY = 6;

const familyOf = (name: string) => nameParts(name)?.family ?? '';
const isWife = ({ honorific }: NameParts) => honorific.some((word) => /^(?:mrs|mme|madame|lady)$/.test(word));

/** Proposes the people whom an entry for more than one person names: those known in the archive or in the document, or else as written. */
export class GroupProposals {
  readonly #people: PeopleDirectory;
  readonly #presidents: PresidentDirectory;
  /** The people whom the document names in full, by surname. */
  readonly #inDocument: ReadonlyMap<string, ReadonlyMap<string, string>>;

  constructor(people: PeopleDirectory, presidents: PresidentDirectory, voyages: readonly VoyageRecord[]) {
    this.#people = people;
    this.#presidents = presidents;
    this.#inDocument = surnamesIn(voyages);
  }

  /** @param president the president or owner of the voyage */
  propose(written: string, president: President | null, date: string): Proposed[] {
    const members = groupMembers(written) ?? [];
    const proposed: Proposed[] = [];
    const add = (person: Proposed) => {
      const isListed = proposed.some(
        ({ person_slug, full_name }) =>
          (person_slug !== null && person_slug === person.person_slug) ||
          normalizeName(full_name) === normalizeName(person.full_name),
      );
      if (!isListed) proposed.push(person);
    };
    for (const member of members) {
      if (member.kind === 'family') for (const person of this.#family(member.surnames)) add(person);
      else add(this.#personFor(member, { president, date, before: proposed }));
    }
    const isPresident = members.length === 1 && members[0]?.kind === 'office' && proposed[0]?.person_slug != null;
    return proposed.length > 1 || isPresident ? proposed : [];
  }

  #personFor(
    member: Exclude<GroupMember, { kind: 'family' }>,
    context: { president: President | null; date: string; before: readonly Proposed[] },
  ): Proposed {
    switch (member.kind) {
      case 'person':
        return this.#known(member.name) ?? { person_slug: null, full_name: member.name };
      case 'office':
        return this.#holder(member, context) ?? asWritten(`${member.title} ${member.surname}`);
      case 'wife':
        return this.#wife(member, context.before) ?? asWritten(member.name);
    }
  }

  #known(name: string): Proposed | undefined {
    const mention = { name, wikipedia_url: null };
    const person = this.#people.find(mention) ?? this.#people.suggest(mention);
    if (person) return proposedAs(person);
    const full_name = this.#inDocument.get(familyOf(name))?.get(normalizeName(name));
    return full_name === undefined ? undefined : { person_slug: null, full_name };
  }

  /** "the President" is the one of the voyage or of its date, and "Senator Smathers" the only known person with the role and surname. */
  #holder(
    { title, surname }: { title: string; surname: string },
    { president, date }: { president: President | null; date: string },
  ): Proposed | undefined {
    if (/^president$/i.test(title)) {
      const ofDate = president ?? this.#presidents.propose(date, [])?.owner.president ?? null;
      if (ofDate && (surname === '' || familyOf(ofDate.person.name) === familyOf(`X ${surname}`)))
        return proposedAs(ofDate.person);
    }
    if (surname === '') return undefined;
    const person = this.#people.find({ name: `${title} ${surname}`, wikipedia_url: null });
    if (person) return proposedAs(person);
    const known = this.#family([surname]);
    return known.length === 1 ? known[0] : undefined;
  }

  #wife({ name, surname }: { name: string; surname: string }, before: readonly Proposed[]): Proposed | undefined {
    const person = this.#people.find({ name, wikipedia_url: null });
    if (person) return proposedAs(person);
    const husbands = new Set(before.map(({ full_name }) => full_name));
    const others = this.#family([surname]).filter(({ full_name }) => !husbands.has(full_name));
    return others.length === 1 && husbands.size > 0 ? others[0] : undefined;
  }

  /** Everyone with one of these surnames who is known: those in the archive first. Nobody if there are too many. */
  #family(surnames: readonly string[]): Proposed[] {
    for (const surname of surnames) {
      const family = familyOf(`X ${surname}`);
      const archive = this.#people.withSurname(family).map(proposedAs);
      const names = new Set(archive.map(({ full_name }) => normalizeName(full_name)));
      const others = [...(this.#inDocument.get(family) ?? [])].filter(
        ([, name]) =>
          !names.has(normalizeName(name)) && (this.#people.find({ name, wikipedia_url: null })?.id ?? null) === null,
      );
      const all = [...archive, ...others.map(([, full_name]) => ({ person_slug: null, full_name }))];
      if (all.length > 0) return all.length > MAX_FAMILY ? [] : all;
    }
    return [];
  }
}

const proposedAs = ({ id, slug, name }: Person): Proposed => ({
  person_slug: id === null ? null : slug,
  full_name: name,
});
const asWritten = (name: string): Proposed => ({ person_slug: null, full_name: name.trim() });

function surnamesIn(voyages: readonly VoyageRecord[]): Map<string, Map<string, string>> {
  const surnames = new Map<string, Map<string, string>>();
  for (const { passengers } of voyages)
    for (const { name } of passengers) {
      const parts = nameParts(name);
      if (!parts || parts.given.length === 0 || isWife(parts)) continue;
      const names = surnames.get(parts.family) ?? new Map<string, string>();
      if (!names.has(normalizeName(name))) names.set(normalizeName(name), name);
      surnames.set(parts.family, names);
    }
  return surnames;
}
