import type {
  albumFields,
  FieldsWith,
  Fields,
  mediaFields,
  passengerFields,
  personFields,
  placeFields,
  presidentFields,
  ValuesOf,
  voyageFields,
} from '@archive/contracts';

/** The fields of a kind of record that leave the archive. */
type PublicValues<F extends Fields> = Pick<ValuesOf<F>, FieldsWith<F, 'public'>>;

/** A picture among the files of an edition. */
export interface PublicPicture {
  /** Path of the file in the edition. */
  path: string;
  width: number;
  height: number;
}

export interface PublicVoyage extends PublicValues<typeof voyageFields> {
  slug: string;
  /** Slug of the president or owner; null if there is none, or if the person isn’t published. */
  owner: string | null;
  passengers: (PublicValues<typeof passengerFields> & { slug: string })[];
  /** Slugs of published records. */
  media: string[];
  places: string[];
}

export interface PublicPerson extends PublicValues<typeof personFields> {
  slug: string;
  filing_name: string;
  /** Null for everyone who was neither president nor owner. */
  office: (PublicValues<typeof presidentFields> & { presidential: boolean }) | null;
}

export interface PublicMedia extends PublicValues<typeof mediaFields> {
  slug: string;
  thumbnail: PublicPicture | null;
  picture: PublicPicture | null;
  /** Slugs of the published people who are marked in it. */
  people: string[];
}

export interface PublicAlbum extends PublicValues<typeof albumFields> {
  slug: string;
  /** Slug of its voyage; null for a collection. */
  voyage: string | null;
  media: string[];
}

export interface PublicPlace extends PublicValues<typeof placeFields> {
  slug: string;
}

/** An address of an earlier edition whose record has none in this one, or another. */
export interface FormerAddress {
  kind: 'voyage' | 'person' | 'media' | 'album' | 'place';
  slug: string;
  /** The slug of the record now; null if it is no longer published. */
  now: string | null;
}

/** Everything that an edition is made of: each list in the order in which it is shown. */
export interface PublicArchive {
  voyages: PublicVoyage[];
  people: PublicPerson[];
  media: PublicMedia[];
  albums: PublicAlbum[];
  places: PublicPlace[];
  former: FormerAddress[];
}

/** What all pages of an edition have in common. */
export interface Site {
  title: string;
  subtitle: string;
  /** Path of the style sheet in the edition. */
  stylesheet: string;
  /** Address of the archive, if it has a public one: the edition is below its `/edition/`. */
  address?: string | undefined;
}

/** The files of the search. */
export interface SearchFiles {
  script: string;
  /** The folder of the index. A change renames it, because files of two indexes don’t fit together. */
  folder: string;
}
