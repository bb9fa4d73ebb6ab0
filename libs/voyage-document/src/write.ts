import { writeCodes } from './codes.ts';
import { FIELD_LABELS, type FieldName } from './labels.ts';
import { escapeLine } from './lines.ts';
import { writeOwnerHeading } from './owner-heading.ts';
import { writePassengers } from './passengers.ts';
import { writePlaces } from './places.ts';
import { writeSources } from './sources.ts';
import { writeSpins } from './spins.ts';
import { tidyDocument } from './tidy.ts';
import { writeTimes } from './times.ts';
import type { VoyageContent, WritableDocument } from './types.ts';
import { writeVoyageHeading } from './voyage-heading.ts';

function writeProse(text: string | null): string {
  if (text === null) return '';
  const [first = '', ...following] = text.split('\n');
  return [first, ...following.map(escapeLine)].join('\n');
}

/** One voyage, which has to be tidy. */
export function writeVoyage(voyage: VoyageContent): string {
  const fields: [FieldName, string][] = [
    ['voyage_type', voyage.voyage_type ?? ''],
    ['location', writePlaces(voyage)],
    ['time', writeTimes(voyage.start_time, voyage.end_time)],
    ['passengers', writePassengers(voyage)],
    ['summary_markdown', writeProse(voyage.summary_markdown)],
    ['additional_information', writeProse(voyage.additional_information)],
    ['sources', writeSources(voyage.sources)],
    ['additional_sources', writeSources(voyage.additional_sources)],
    ['notes', writeProse(voyage.notes)],
    ['notes_internal', writeProse(voyage.notes_internal)],
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `${FIELD_LABELS[name]}: ${value}`);
  const body = [...lines, ...writeSpins(voyage.spins)].join('\n');
  const parts = [writeCodes(voyage), writeVoyageHeading(voyage), body];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Writes a document that `parseVoyageDocument` reads back as the same sections and voyages, tidied as
 * `tidyDocument` does, and without a warning. Dates must be possible ones; a voyage that ends before it
 * starts is written, and refused when it is read. What the format cannot say otherwise is written as README.md of
 * this library describes: a backslash before what would be taken for something else, and marks in braces.
 */
export function writeVoyageDocument(document: WritableDocument): string {
  const { sections, voyages } = tidyDocument(document);
  const bySection = Map.groupBy(voyages, ({ section }) => section);
  const parts = (bySection.get(null) ?? []).map(writeVoyage);
  for (const [index, section] of sections.entries()) {
    parts.push(writeOwnerHeading(section));
    for (const voyage of bySection.get(index) ?? []) parts.push(writeVoyage(voyage));
  }
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}
