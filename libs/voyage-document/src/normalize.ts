import { emptyCodes } from './codes.ts';
import { isCalendarDate } from './dates.ts';
import { isMarkdownOf } from './places.ts';
import { mapTexts } from './text-fields.ts';
import { toSingleLine, paragraphs } from './texts.ts';
import { isChronological } from './terms.ts';
import { isTime } from './times.ts';
import type {
  OwnerSection,
  PassengerRecord,
  SourceRecord,
  SpinRecord,
  VoyageCodes,
  VoyageContent,
  WritableDocument,
} from './types.ts';

type SectionContent = Omit<OwnerSection, 'line'>;

const LEADING_AND = /^(?:(?:and|plus)\s+|&\s*)/i;
const HIGHEST_NUMBER = 999_999_999;

function tidyTitle(title: string | null): string | null {
  let text = toSingleLine(title);
  while (text !== null && LEADING_AND.test(text)) text = toSingleLine(text.replace(LEADING_AND, ''));
  return text;
}

function tidyPassenger({ name, wikipedia_url, title, role, is_crew }: PassengerRecord): PassengerRecord[] {
  const tidyName = toSingleLine(name);
  if (tidyName === null) return [];
  return [
    {
      name: tidyName,
      wikipedia_url: toSingleLine(wikipedia_url),
      title: tidyTitle(title),
      role: toSingleLine(role),
      is_crew,
    },
  ];
}

function tidySource({ url, title, media_type }: SourceRecord): SourceRecord[] {
  const singleLine = toSingleLine(url);
  const name = toSingleLine(title);
  if (singleLine !== null) return [{ url: singleLine, title: name, media_type }];
  return name === null ? [] : [{ url: name, title: null, media_type }];
}

function tidySpin({ spin, source }: SpinRecord): SpinRecord[] {
  const text = paragraphs(spin);
  return text === null ? [] : [{ spin: text, source: toSingleLine(source) }];
}

function tidyMarkdown(markdown: string | null, place: string | null): string | null {
  const text = toSingleLine(markdown);
  return text !== null && place !== null && isMarkdownOf(text, place) ? text : null;
}

function tidyCodes(voyage: VoyageCodes): VoyageCodes {
  const codes: VoyageCodes = { ...emptyCodes() };
  for (const name of Object.keys(codes) as (keyof VoyageCodes)[]) Object.assign(codes, { [name]: voyage[name] });
  return {
    ...codes,
    presidential_initials: toSingleLine(voyage.presidential_initials),
    royalty_details: toSingleLine(voyage.royalty_details),
    foreign_leader_country: toSingleLine(voyage.foreign_leader_country),
  };
}

/**
 * Normalizes a voyage to what a document can express: trims text, puts names and titles on a single line, converts blank text to null, and
 * removes passengers without a name and blank sources. Parsed voyages are already normalized.
 */
export function normalizeVoyage(voyage: VoyageContent): VoyageContent {
  const start_location = toSingleLine(voyage.start_location);
  const end_location = toSingleLine(voyage.end_location);
  const { number } = voyage;
  const time = (text: string | null) => (text !== null && isTime(text) ? text : null);
  return {
    section: voyage.section,
    number: number !== null && Number.isInteger(number) && number >= 0 && number <= HIGHEST_NUMBER ? number : null,
    start_date: voyage.start_date,
    end_date: voyage.end_date,
    start_date_written: toSingleLine(voyage.start_date_written),
    end_date_written: toSingleLine(voyage.end_date_written),
    title: toSingleLine(voyage.title),
    voyage_type: voyage.voyage_type,
    start_time: time(voyage.start_time),
    end_time: time(voyage.end_time),
    start_location,
    end_location,
    start_location_markdown: tidyMarkdown(voyage.start_location_markdown, start_location),
    end_location_markdown: tidyMarkdown(voyage.end_location_markdown, end_location),
    passengers: voyage.passengers.flatMap(tidyPassenger),
    additional_guests: toSingleLine(voyage.additional_guests),
    ...mapTexts((name) => paragraphs(voyage[name])),
    sources: voyage.sources.flatMap(tidySource),
    additional_sources: voyage.additional_sources.flatMap(tidySource),
    spins: voyage.spins.flatMap(tidySpin),
    ...tidyCodes(voyage),
  };
}

/** Normalizes a president or owner. Removes a term that ends before it starts. */
export function normalizeSection({ kind, name, term_start, term_end }: SectionContent): SectionContent {
  const date = (text: string | null) => (text !== null && isCalendarDate(text) ? text : null);
  const term = { start: date(term_start), end: date(term_end) };
  const valid = isChronological(term) ? term : { start: null, end: null };
  return { kind, name: toSingleLine(name) ?? 'Unknown', term_start: valid.start, term_end: valid.end };
}

/** Normalizes a document and groups voyages by section, those without a section first. */
export function normalizeDocument({ sections, voyages }: WritableDocument): {
  sections: SectionContent[];
  voyages: VoyageContent[];
} {
  const knownSection = (section: number | null) => (section !== null && sections[section] ? section : null);
  const tidy = voyages.map((voyage) => ({ ...normalizeVoyage(voyage), section: knownSection(voyage.section) }));
  return {
    sections: sections.map(normalizeSection),
    voyages: tidy.sort((left, right) => (left.section ?? -1) - (right.section ?? -1)),
  };
}
