import {
  type AlbumValues,
  fieldsWith,
  type MediaValues,
  namesOf,
  type PassengerValues,
  type PersonValues,
  type PresidentValues,
  voyageFields,
  type VoyageTextField,
  type VoyageValues,
} from '@archive/contracts';

/** A unique word for each Markdown field, such as `Notesinternalword`. */
const wordOf = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', '')}word`;
const MARKDOWN = Object.fromEntries(
  namesOf(fieldsWith(voyageFields, 'documentLabel')).map((name) => [name, `${wordOf(name)} told.`]),
) as Record<VoyageTextField, string>;

/** A record with a distinct value in every field. The compiler checks that no field is missing. */
export const aFullVoyage = (): VoyageValues => ({
  title: 'Titleword cruise',
  start_date: '1949-02-12',
  start_date_written: 'Startdateword 1949',
  end_date: '1949-03-13',
  end_date_written: 'Enddateword 1949',
  start_time: '09:15',
  end_time: '17:45',
  start_location: 'Startplace',
  end_location: 'Endplace',
  voyage_type: 'official',
  presidential_initials: 'HST',
  royalty_details: 'Royalword',
  foreign_leader_country: 'Countryword',
  additional_guests: '19 other guestwords',
  ...MARKDOWN,
  original_markdown: null,
  spin: [{ spin: 'Spinword said.', source: 'Spinsource' }],
  source_urls: [{ url: 'https://example.org/sourceword', media_type: 'article', title: 'Sourcetitle' }],
  additional_sources: [{ url: 'https://example.org/furtherword', media_type: 'book', title: 'Furthertitle' }],
  presidential_use: true,
  has_royalty: true,
  has_foreign_leader: true,
  mention_camp_david: true,
  mention_mount_vernon: true,
  mention_captain: true,
  mention_crew: true,
  mention_rmd: true,
  mention_yacht_spin: true,
  mention_menu: true,
  mention_drinks_wine: true,
});

export const aFullPerson = (): PersonValues => ({
  full_name: 'Everett Fullname',
  filed_under: 'Fullname, Filedword',
  aliases: ['Aliasname, Everett', 'Evie'],
  role_title: 'Roleword',
  organization: 'Organizationword',
  birth_year: 1901,
  death_year: 1982,
  wikipedia_url: 'https://en.wikipedia.org/wiki/Everett_Fullname',
  portrait: 'portrait-everett',
  notes_internal: 'Personnote told.',
  tags: ['tagone', 'tagtwo'],
});

/** The office only. The person is a separate record. */
export const aFullPresident = (): Omit<PresidentValues, 'initials'> => ({
  party: 'Private Owner',
  term_start: '1929-03-04',
  term_end: '1931-05-06',
});

export const aFullMedia = (): MediaValues => ({
  title: 'Mediatitle',
  media_type: 'logbook',
  date: '1949-02-14',
  credit: 'Creditword',
  description_markdown: 'Descriptionword told.',
  alt_text: 'Alternativeword',
  rights: 'https://rightsstatements.org/vocab/InC/1.0/',
  rights_note: 'Rightsnote told.',
  creator: 'Creatorword',
  place: 'Placeword',
  identifier: 'Identifierword-7',
  provenance: 'Provenanceword told.',
  original_filename: 'Filenameword.jpg',
  tags: ['mediatag'],
});

export const aFullAlbum = (): AlbumValues => ({ title: 'Albumtitle', description: 'Albumword told.' });

export const aFullPassenger = (): PassengerValues => ({
  title: 'General',
  capacity_role: 'Capacityword',
  is_crew: true,
  notes: 'Aboardnote told.',
});
