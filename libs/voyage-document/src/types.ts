/** How a source is classed. `unchecked`: the document does not say. SPEC section 3, "Source url entry". */
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

/** What a voyage was for. SPEC section 3, "Voyage"; the form's "none" is null. */
export type VoyageType = 'official' | 'private' | 'maintenance' | 'other' | 'unknown';

export const VOYAGE_TYPES: readonly VoyageType[] = ['official', 'private', 'maintenance', 'other', 'unknown'];

/** A `#` heading: who had the yacht. Terms are partial dates (YYYY, YYYY-MM or YYYY-MM-DD); null is unknown or still running. */
export interface OwnerSection {
  kind: 'president' | 'owner';
  /** Without the word "President" or "Owner" and without the term. */
  name: string;
  term_start: string | null;
  term_end: string | null;
  /** 1-based line of the heading. */
  line: number;
}

/** Someone aboard, as one voyage names them. */
export interface PassengerRecord {
  name: string;
  /** The address that the name links to, whatever site it is on. */
  wikipedia_url: string | null;
  /** What stands before the name: "General", "Mr. and Mrs.". It belongs to the passage, not to the person. */
  title: string | null;
  /** What stands in parentheses after the name. */
  role: string | null;
  is_crew: boolean;
}

export interface SourceRecord {
  /** The address; or the source as it is written when it has no address, or more than one. */
  url: string;
  title: string | null;
  media_type: SourceMediaType;
}

export interface SpinRecord {
  spin: string;
  source: string | null;
}

/** What a `(Code)` line can set. */
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
  /** The document says that there is a photo. Whether there is one is for the caller to check. */
  claims_photo: boolean;
  claims_video: boolean;
}

/** A voyage without its place in a document: what can be written. Blank texts are null. */
export interface VoyageContent extends VoyageCodes {
  /** Index into the document's sections; null before the first one. */
  section: number | null;
  /** The ordinal that the heading carries, if any. */
  number: number | null;
  /** As written: YYYY, YYYY-MM or YYYY-MM-DD. */
  start_date: string;
  end_date: string | null;
  title: string | null;
  /** Only where the document says: the curators' own documents do not. */
  voyage_type: VoyageType | null;
  /** HH:MM, 24 hours. */
  start_time: string | null;
  end_time: string | null;
  /** Plain text, also where the document links the place. */
  start_location: string | null;
  end_location: string | null;
  /** The place with its links, in Markdown; null when it has none. */
  start_location_markdown: string | null;
  end_location_markdown: string | null;
  passengers: PassengerRecord[];
  /** "19 other guests"; several are joined by ", ". */
  additional_guests: string | null;
  /** Markdown, any number of paragraphs; so are the next three. */
  summary_markdown: string | null;
  additional_information: string | null;
  notes: string | null;
  notes_internal: string | null;
  sources: SourceRecord[];
  additional_sources: SourceRecord[];
  spins: SpinRecord[];
}

export interface VoyageRecord extends VoyageContent {
  /** 1-based; the line of the codes when there are any, else of the heading. */
  line: number;
  /** 1-based, inclusive: the last line that says something. */
  end_line: number;
  /** Exactly the lines from `line` to `end_line`, joined by line feeds. */
  original_markdown: string;
}

/** A voyage that an error keeps out; what is wrong is in `problems`. */
export interface RejectedVoyage {
  line: number;
  end_line: number;
  heading: string;
  section: number | null;
  original_markdown: string;
}

/** Something a person should look at. An error leaves its voyage out, a warning does not. */
export interface DocumentProblem {
  /** 1-based. */
  line: number;
  /** The start date of the voyage, or its heading when it has none; null outside of voyages. */
  voyage: string | null;
  /** The field by the name it has in the document: "Date", "Codes", "Time", "Passengers" … */
  field: string | null;
  severity: 'error' | 'warning';
  /** A sentence for somebody who is no programmer. */
  message: string;
  /** What to write instead, when that can be guessed. */
  suggestion: string | null;
}

export interface VoyageDocument {
  /** Why this is no voyage document at all, as a sentence; null when it is one. Then there are no voyages. */
  fatal: string | null;
  sections: OwnerSection[];
  voyages: VoyageRecord[];
  rejected: RejectedVoyage[];
  problems: DocumentProblem[];
}

/** What `writeVoyageDocument` takes; a `VoyageDocument` is one. */
export interface WritableDocument {
  sections: readonly Omit<OwnerSection, 'line'>[];
  voyages: readonly VoyageContent[];
}
