import { type PublishedKind, voyageFields } from '@archive/contracts';
import { MONTHS } from '@archive/contracts/format';
import type { ReactNode } from 'react';
import { type Head, pageHtml, pathOf } from './frame.tsx';
import * as lists from './lists.tsx';
import * as records from './people-places.tsx';
import type { PublicArchive, PublicVoyage, SearchFiles, Site } from './public-archive.ts';
import { SearchPage } from './search-page.tsx';
import {
  excerpt,
  MediaPage,
  mediaHead,
  type PersonEntry,
  personEntry,
  voyageEntry,
  voyageHead,
  VoyagePage,
} from './voyage-page.tsx';

/** A page that can be rendered. A page with the same input is the same file. */
export interface EditionPage {
  path: string;
  /** The record that it is about. */
  record?: { kind: PublishedKind; slug: string };
  input: unknown;
  render(): string;
}

const PICTURES_PER_PAGE = 120;
const MAX_COMPANIONS = 12;
const MAX_TRAVELERS = 50;
const MAX_HOME_PICTURES = 8;

const index = <T extends { slug: string }>(items: readonly T[]) => new Map(items.map((item) => [item.slug, item]));

/** Lists by key, in the order of their items. */
function groups<K, T>(items: readonly T[], keysOf: (item: T) => readonly K[]): Map<K, T[]> {
  const grouped = new Map<K, T[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const group = grouped.get(key);
      if (group) group.push(item);
      else grouped.set(key, [item]);
    }
  return grouped;
}

/** All pages of an edition: one for each record, and the lists that lead to them. */
export class EditionPages {
  readonly #people;
  readonly #media;
  readonly #places;
  readonly #voyages;
  readonly #voyagesOfPerson: Map<string, PublicVoyage[]>;
  readonly #owned;
  readonly #voyagesOfPlace;
  readonly #voyagesOfMedia;
  readonly #albumsOfVoyage;
  readonly #albumsOfMedia;
  readonly #mediaOfPerson;

  private readonly site: Site;
  private readonly archive: PublicArchive;
  private readonly search: SearchFiles;

  constructor(site: Site, archive: PublicArchive, search: SearchFiles) {
    this.site = site;
    this.archive = archive;
    this.search = search;
    const { voyages, people, media, albums, places } = archive;
    this.#people = index(people);
    this.#media = index(media);
    this.#places = index(places);
    this.#voyages = index(voyages);
    this.#voyagesOfPerson = groups(voyages, ({ passengers }) => passengers.map(({ slug }) => slug));
    this.#owned = groups(voyages, ({ owner }) => [owner]);
    this.#voyagesOfPlace = groups(voyages, ({ places: named }) => named);
    this.#voyagesOfMedia = groups(voyages, ({ media: linked }) => linked);
    this.#albumsOfVoyage = groups(albums, ({ voyage }) => (voyage ? [voyage] : []));
    this.#albumsOfMedia = groups(albums, ({ media: items }) => items);
    this.#mediaOfPerson = groups(media, ({ people: marked }) => marked);
  }

  *all(): Generator<EditionPage> {
    yield* this.#voyagePages();
    for (const person of this.archive.people) yield this.#personPage(person);
    for (const item of this.archive.media) yield this.#mediaPage(item);
    for (const album of this.archive.albums) yield this.#albumPage(album);
    for (const place of this.archive.places) yield this.#placePage(place);
    yield* this.#lists();
    for (const former of this.archive.former) yield this.#formerPage(former);
  }

  #page<I>(head: Head, input: I, Content: (input: I) => ReactNode, record?: EditionPage['record']): EditionPage {
    return {
      path: head.path,
      ...(record && { record }),
      input,
      render: () => pageHtml(this.site, record ? { ...head, record } : head, <Content {...(input as I & object)} />),
    };
  }

  #mediaItems = (slugs: readonly string[]) => slugs.flatMap((slug) => this.#media.get(slug) ?? []);
  #entries = (voyages: readonly PublicVoyage[] = []) => voyages.map(voyageEntry);
  #person(slug: string | null): PersonEntry | null {
    const person = slug === null ? undefined : this.#people.get(slug);
    return person ? personEntry(person) : null;
  }

  *#voyagePages(): Generator<EditionPage> {
    const { voyages } = this.archive;
    for (const [position, voyage] of voyages.entries()) {
      const previous = voyages[position - 1];
      const next = voyages[position + 1];
      const input = {
        voyage,
        owner: this.#person(voyage.owner),
        people: Object.fromEntries(
          voyage.passengers.flatMap(({ slug }) => {
            const person = this.#person(slug);
            return person ? [[slug, person]] : [];
          }),
        ),
        media: this.#mediaItems(voyage.media),
        albums: (this.#albumsOfVoyage.get(voyage.slug) ?? []).map(({ slug, title }) => ({ slug, title })),
        places: voyage.places.flatMap((slug) => {
          const place = this.#places.get(slug);
          return place ? [{ slug, name: place.name }] : [];
        }),
        previous: previous ? voyageEntry(previous) : null,
        next: next ? voyageEntry(next) : null,
      };
      yield this.#page(voyageHead(input), input, VoyagePage, { kind: 'voyage', slug: voyage.slug });
    }
  }

  #personPage(person: PublicArchive['people'][number]): EditionPage {
    const { slug } = person;
    const voyages = this.#voyagesOfPerson.get(slug) ?? [];
    const shared = new Map<string, number>();
    for (const { passengers } of voyages)
      for (const other of passengers)
        if (other.slug !== slug) shared.set(other.slug, (shared.get(other.slug) ?? 0) + 1);
    const companions = [...shared]
      .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || a.localeCompare(b))
      .slice(0, MAX_COMPANIONS)
      .flatMap(([other, count]) => {
        const entry = this.#person(other);
        return entry ? [{ ...entry, voyages: count }] : [];
      });
    const input = {
      person,
      portrait: this.#media.get(person.portrait ?? '') ?? null,
      owned: this.#entries(this.#owned.get(slug)),
      voyages: voyages.map((voyage) => {
        const aboard = voyage.passengers.find((passenger) => passenger.slug === slug);
        return { ...voyageEntry(voyage), role: aboard?.capacity_role ?? aboard?.title ?? null };
      }),
      companions,
      media: this.#mediaOfPerson.get(slug) ?? [],
    };
    return this.#page(records.personHead(input), input, records.PersonPage, { kind: 'person', slug });
  }

  #mediaPage(item: PublicArchive['media'][number]): EditionPage {
    const { slug } = item;
    const input = {
      item,
      voyages: this.#entries(this.#voyagesOfMedia.get(slug)),
      people: item.people.flatMap((person) => this.#person(person) ?? []),
      albums: (this.#albumsOfMedia.get(slug) ?? []).map((album) => ({ slug: album.slug, title: album.title })),
    };
    return this.#page(mediaHead(input), input, MediaPage, { kind: 'media', slug });
  }

  #albumPage(album: PublicArchive['albums'][number]): EditionPage {
    const voyage = this.#voyages.get(album.voyage ?? '');
    const input = { album, voyage: voyage ? voyageEntry(voyage) : null, media: this.#mediaItems(album.media) };
    return this.#page(records.albumHead(input), input, records.AlbumPage, { kind: 'album', slug: album.slug });
  }

  #placePage(place: PublicArchive['places'][number]): EditionPage {
    const whole = this.#places.get(place.part_of ?? '');
    const input = {
      place,
      whole: whole ? { slug: whole.slug, name: whole.name } : null,
      parts: this.archive.places
        .filter(({ part_of }) => part_of === place.slug)
        .map(({ slug, name }) => ({ slug, name })),
      voyages: this.#entries(this.#voyagesOfPlace.get(place.slug)),
    };
    return this.#page(records.placeHead(input), input, records.PlacePage, { kind: 'place', slug: place.slug });
  }

  #formerPage({ kind, slug, now }: PublicArchive['former'][number]): EditionPage {
    const movedTo = now === null ? undefined : pathOf(kind, now);
    const title = now === null ? 'Withdrawn' : 'This page has moved';
    const head = { path: pathOf(kind, slug), title, description: title, movedTo };
    return this.#page(head, { now: now === null ? null : { kind, slug: now } }, lists.FormerPage);
  }

  get #totals() {
    const { voyages, people, media, places } = this.archive;
    return { voyages: voyages.length, people: people.length, media: media.length, places: places.length };
  }

  *#lists(): Generator<EditionPage> {
    const { voyages, albums, places } = this.archive;
    const { title } = this.site;
    yield this.#home();
    yield this.#page(
      { path: 'search.html', title: 'Search', description: `Search ${title}`, script: this.search.script },
      this.search,
      SearchPage,
    );
    yield* this.#administrations();
    yield* this.#peoplePages();
    yield* this.#picturePages();
    yield* this.#dayPages();
    const placesInput = {
      places: places.map(({ slug, name, kind }) => ({
        slug,
        name,
        kind,
        voyages: this.#voyagesOfPlace.get(slug)?.length ?? 0,
      })),
    };
    yield this.#page(
      { path: 'places/index.html', title: 'Places', description: `Places of ${title}` },
      placesInput,
      lists.PlacesPage,
    );
    const albumsInput = {
      albums: albums.map(({ slug, title: name, media, voyage }) => ({
        slug,
        title: name,
        count: media.length,
        voyage: this.#voyages.get(voyage ?? '')?.title ?? null,
      })),
    };
    yield this.#page(
      { path: 'albums/index.html', title: 'Albums', description: `Albums of ${title}` },
      albumsInput,
      lists.AlbumsPage,
    );
    const kinds = Object.entries(voyageFields).flatMap(([name, { column, label }]) => {
      const chosen =
        column === 'boolean' ? voyages.filter((voyage) => voyage[name as keyof PublicVoyage] === true) : [];
      return chosen.length > 0
        ? [{ path: `kinds/${name.replaceAll('_', '-')}.html`, label, voyages: this.#entries(chosen) }]
        : [];
    });
    for (const { path, ...input } of kinds)
      yield this.#page({ path, title: input.label, description: `${input.label}: ${title}` }, input, lists.KindPage);
    const travelers = [...this.#voyagesOfPerson]
      .toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || a.localeCompare(b))
      .slice(0, MAX_TRAVELERS)
      .flatMap(([slug, { length }]) => {
        const person = this.#person(slug);
        return person ? [{ ...person, voyages: length }] : [];
      });
    yield this.#page(
      { path: 'figures.html', title: 'Figures', description: `Figures of ${title}` },
      {
        totals: this.#totals,
        kinds: kinds.map(({ path, label, voyages: chosen }) => ({ path, label, count: chosen.length })),
        travelers,
      },
      lists.FiguresPage,
    );
  }

  #home(): EditionPage {
    const lengthOf = ({ summary_markdown, additional_information, spin }: PublicVoyage) =>
      (summary_markdown?.length ?? 0) + (additional_information?.length ?? 0) + 200 * spin.length;
    const textOf = ({ summary_markdown, additional_information }: PublicVoyage) =>
      summary_markdown ?? additional_information;
    const longest = this.archive.voyages
      .filter((voyage) => textOf(voyage) !== null)
      .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
    const story = longest ? { ...voyageEntry(longest), excerpt: excerpt(textOf(longest) ?? '') } : null;
    const media = this.archive.media.filter(({ picture }) => picture !== null).slice(0, MAX_HOME_PICTURES);
    const { title, subtitle } = this.site;
    const input = { site: { title, subtitle }, totals: this.#totals, story, media };
    const data = { '@type': 'ArchiveOrganization', name: title, description: subtitle };
    return this.#page({ path: 'index.html', title, description: subtitle, data }, input, lists.HomePage);
  }

  *#administrations(): Generator<EditionPage> {
    const { title } = this.site;
    const administrations = [...this.#owned].map(([slug, voyages]) => {
      const person = slug === null ? undefined : this.#people.get(slug);
      return {
        owner: person
          ? {
              ...personEntry(person),
              presidential: person.office?.presidential ?? false,
              term: person.office ? records.termOf(person.office) : '',
            }
          : null,
        // No slug has an underscore.
        path: `administrations/${slug ?? '_none'}.html`,
        voyages: this.#entries(voyages),
      };
    });
    const years = [...groups(this.archive.voyages, ({ start_date }) => /\d{4}/.exec(start_date) ?? [])].toSorted(
      ([a], [b]) => a.localeCompare(b),
    );
    yield this.#page(
      { path: 'voyages/index.html', title: 'Voyages', description: `Voyages of ${title}` },
      {
        administrations: administrations.map(({ owner, path, voyages }) => ({ owner, path, count: voyages.length })),
        years: years.map(([year, { length: count }]) => ({ year, count })),
      },
      lists.VoyagesPage,
    );
    for (const input of administrations) {
      const name = input.owner?.full_name ?? lists.NO_OWNER;
      yield this.#page(
        { path: input.path, title: name, description: `${name}: voyages` },
        input,
        lists.AdministrationPage,
      );
    }
    for (const [position, [year, voyages]] of years.entries())
      yield this.#page(
        { path: lists.yearPath(year), title: year, description: `Voyages of ${year}` },
        {
          year,
          voyages: this.#entries(voyages),
          previous: years[position - 1]?.[0] ?? null,
          next: years[position + 1]?.[0] ?? null,
        },
        lists.YearPage,
      );
  }

  *#peoplePages(): Generator<EditionPage> {
    const letterOf = (name: string) => /^[a-z]/i.exec(name.normalize('NFD'))?.[0].toUpperCase() ?? '#';
    const letters = [...groups(this.archive.people, ({ filing_name }) => [letterOf(filing_name)])];
    const parts = letters.map(([label], position) => ({
      path: position === 0 ? 'people/index.html' : `people/_${label === '#' ? 'other' : label.toLowerCase()}.html`,
      label,
    }));
    for (const [position, { path, label }] of (parts.length > 0
      ? parts
      : [{ path: 'people/index.html', label: '' }]
    ).entries())
      yield this.#page(
        { path, title: label === '' ? 'People' : `People: ${label}`, description: `People of ${this.site.title}` },
        {
          parts,
          path,
          people: (letters[position]?.[1] ?? []).map((person) => ({
            ...personEntry(person),
            filing_name: person.filing_name,
            voyages: this.#voyagesOfPerson.get(person.slug)?.length ?? 0,
          })),
        },
        lists.PeoplePage,
      );
  }

  *#picturePages(): Generator<EditionPage> {
    const { media } = this.archive;
    const parts = Array.from({ length: Math.max(1, Math.ceil(media.length / PICTURES_PER_PAGE)) }, (_, position) => ({
      path: position === 0 ? 'media/index.html' : `media/_${position + 1}.html`,
      label: String(position + 1),
    }));
    for (const [position, { path, label }] of parts.entries())
      yield this.#page(
        {
          path,
          title: position === 0 ? 'Pictures' : `Pictures, page ${label}`,
          description: `Pictures of ${this.site.title}`,
        },
        { parts, path, media: media.slice(position * PICTURES_PER_PAGE, (position + 1) * PICTURES_PER_PAGE) },
        lists.PicturesPage,
      );
  }

  *#dayPages(): Generator<EditionPage> {
    const parts = MONTHS.map((label, month) => ({
      path: month === 0 ? 'days/index.html' : `days/${String(month + 1).padStart(2, '0')}.html`,
      label,
    }));
    const dated = groups(this.archive.voyages, ({ start_date }) =>
      /^\d{4}-\d{2}-\d{2}$/.test(start_date) ? [start_date.slice(5)] : [],
    );
    for (const [position, { path, label }] of parts.entries()) {
      const days = [...dated]
        .filter(([day]) => Number(day.slice(0, 2)) === position + 1)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([day, voyages]) => ({ day: Number(day.slice(3)), voyages: this.#entries(voyages) }));
      const title = `On this day: ${label}`;
      yield this.#page({ path, title, description: title }, { month: label, days, parts, path }, lists.DaysPage);
    }
  }

  /** Differs in every edition. */
  about(input: lists.AboutInput): EditionPage {
    const { title } = this.site;
    const head = { path: 'about.html', title: 'About this edition', description: `About this edition of ${title}` };
    return this.#page(head, { ...input, site: { title } }, lists.AboutPage);
  }
}
