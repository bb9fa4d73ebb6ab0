import type { VoyageTexts } from './text-fields.ts';

/** Type of a source. `unchecked`: the document doesn't say. SPEC section 3, "Source url entry". */
export type SourceMediaType =
  'article' | 'document' | 'logbook' | 'image' | 'video' | 'audio' | 'book' | 'other' | 'unchecked';

export const SOURCE_MEDIA_TYPES: readonly SourceMediaType[] = [
  'article',
  'document',
  'logbook',
  'image',
  'video',
  'audio',
  'book',
  'other',
  'unchecked',
];

/** Purpose of a voyage. SPEC section 3, "Voyage"; the form's "none" is null. */
export type VoyageType = 'official' | 'private' | 'maintenance' | 'other' | 'unknown';

export const VOYAGE_TYPES: readonly VoyageType[] = ['official', 'private', 'maintenance', 'other', 'unknown'];

/**
 * A `#` heading with the owner of the yacht. Start and end of the term are
 * partial dates (YYYY, YYYY-MM or YYYY-MM-DD), or null if unknown or ongoing.
 */
export interface OwnerSection {
  kind: 'president' | 'owner';
  /** Without the word "President" or "Owner" and without the term. */
  name: string;
  term_start: string | null;
  term_end: string | null;
  /** 1-based line of the heading. */
  line: number;
  /** Whether the heading may be a title: it names an owner only if the archive knows one of this name, or a curator confirms it. */
  unconfirmed?: true;
  /** Whether a voyage states it among its fields: `President: Gerald Ford`. */
  in_voyage?: true;
}

/** A passenger as named in one voyage. */
export interface PassengerRecord {
  name: string;
  /** The URL that the name links to, on any site. */
  wikipedia_url: string | null;
  /** Text before the name: "General", "Mr. and Mrs.". It belongs to this voyage, not to the person. */
  title: string | null;
  /** Text in parentheses after the name. */
  role: string | null;
  is_crew: boolean;
}

export interface SourceRecord {
  /** The URL, or the whole source as written if it has no URL or more than one. */
  url: string;
  title: string | null;
  media_type: SourceMediaType;
}

export interface SpinRecord {
  spin: string;
  source: string | null;
}

/** Attributes that codes set. */
export interface VoyageCodes {
  presidential_use: boolean;
  presidential_initials: string | null;
  has_royalty: boolean;
  royalty_details: string | null;
  has_foreign_leader: boolean;
  foreign_leader_country: string | null;
  mention_camp_david: boolean;
  mention_mount_vernon: boolean;
  mention_captain: boolean;
  mention_crew: boolean;
  mention_rmd: boolean;
  mention_yacht_spin: boolean;
  mention_menu: boolean;
  mention_drinks_wine: boolean;
  /** Whether the document mentions a photo. The caller checks whether the archive has one. */
  claims_photo: boolean;
  claims_video: boolean;
}

/** The content of a voyage without its lines in a document: the input for writing. Blank text is null. */
export interface VoyageContent extends VoyageCodes, VoyageTexts {
  /** Index into the document's sections; null before the first one. */
  section: number | null;
  /** The number in the heading, if any. */
  number: number | null;
  /** YYYY, YYYY-MM or YYYY-MM-DD as written, or an approximate date as EDTF. */
  start_date: string;
  end_date: string | null;
  /** The text that an approximate date was parsed from; null if it says no more than the date. */
  start_date_written: string | null;
  end_date_written: string | null;
  title: string | null;
  /** Null unless the document says it, which curators' documents usually don't. */
  voyage_type: VoyageType | null;
  /** HH:MM, 24 hours. */
  start_time: string | null;
  end_time: string | null;
  /** Plain text, even if the document links the place. */
  start_location: string | null;
  end_location: string | null;
  /** The place as Markdown with its links; null without links. */
  start_location_markdown: string | null;
  end_location_markdown: string | null;
  passengers: PassengerRecord[];
  /** "19 other guests"; multiple entries are joined with ", ". */
  additional_guests: string | null;
  sources: SourceRecord[];
  additional_sources: SourceRecord[];
  spins: SpinRecord[];
}

type UnstatedField =
  'section' | 'number' | 'claims_photo' | 'claims_video' | 'start_location_markdown' | 'end_location_markdown';

/** A value of a voyage that a document can state. */
export type VoyageValueName = Exclude<keyof VoyageContent, UnstatedField>;

/** The values that a document states for one voyage. All other values stay unchanged when the voyage is updated. */
export interface StatedValues {
  /** Values that the document states. */
  stated: VoyageValueName[];
  /** Values whose field, cell or key is present but empty. Only an import with the option to clear empty fields clears them. */
  empty: VoyageValueName[];
  /** The part of `additional_information` that comes from text without its own field; null if there is none. */
  added_information: string | null;
}

export interface VoyageRecord extends VoyageContent {
  /** 1-based line of the codes if there are any, or else of the heading. */
  line: number;
  /** 1-based and inclusive: the last line with content. */
  end_line: number;
  /** The exact lines from `line` to `end_line`, joined with line feeds. */
  original_markdown: string;
  /** The values that the document states for the voyage. */
  stated_values: StatedValues;
  /** The record that the document names (CSV and JSON only). */
  voyage_slug?: string;
  /** The entries of `additional_guests` that name more than one person: "Ben and Tony Bradlee". */
  groups?: string[];
  /** Whether the document says that the voyage has no president: `# Before / After Presidential Service`. */
  without_president?: true;
}

/** A voyage that was skipped because of errors, which are in `problems`. */
export interface RejectedVoyage {
  line: number;
  end_line: number;
  heading: string;
  section: number | null;
  original_markdown: string;
}

/** A problem in the document. A voyage with an error is skipped; one with warnings isn't. */
export interface DocumentProblem {
  /** 1-based. */
  line: number;
  /** Start date or heading of the voyage; null outside of voyages. */
  voyage: string | null;
  /** The field's name in the document: "Date", "Codes", "Time", "Passengers" … */
  field: string | null;
  severity: 'error' | 'warning';
  /** Message for curators, as a sentence. */
  message: string;
  /** A suggested correction, if there is one. */
  suggestion: string | null;
}

export interface VoyageDocument {
  /** Why this isn't a voyage document, as a sentence; null if it is one. Set only if there are no voyages. */
  fatal: string | null;
  sections: OwnerSection[];
  voyages: VoyageRecord[];
  rejected: RejectedVoyage[];
  problems: DocumentProblem[];
}

/** Input of `writeVoyageDocument`. A `VoyageDocument` is one. */
export interface WritableDocument {
  sections: readonly Omit<OwnerSection, 'line'>[];
  voyages: readonly VoyageContent[];
}
