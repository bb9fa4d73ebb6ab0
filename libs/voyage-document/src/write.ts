import { writeCodes } from './codes.ts';
import { FIELD_LABELS, type FieldName } from './field-names.ts';
import { escapeLine } from './lines.ts';
import { writeOwnerHeading } from './owner-heading.ts';
import { writePassengers } from './passengers.ts';
import { writePlaces } from './places.ts';
import { writeSources } from './sources.ts';
import { writeSpins } from './spins.ts';
import { BODY_FIELD_NAMES, mapTexts } from './text-fields.ts';
import { normalizeDocument } from './normalize.ts';
import { writeTimes } from './times.ts';
import type { VoyageContent, WritableDocument } from './types.ts';
import { writeVoyageHeading } from './voyage-heading.ts';

function writeProse(text: string | null): string {
  if (text === null) return '';
  const [firstLine = '', ...otherLines] = text.split('\n');
  return [firstLine, ...otherLines.map(escapeLine)].join('\n');
}

/** Writes one normalized voyage. */
export function writeVoyage(voyage: VoyageContent): string {
  const sourceTexts = {
    ...mapTexts((name) => writeProse(voyage[name])),
    sources: writeSources(voyage.sources),
    additional_sources: writeSources(voyage.additional_sources),
  };
  const fields: [FieldName, string][] = [
    ['voyage_type', voyage.voyage_type ?? ''],
    ['location', writePlaces(voyage)],
    ['time', writeTimes(voyage.start_time, voyage.end_time)],
    ['start_date_written', voyage.start_date_written ?? ''],
    ['end_date_written', voyage.end_date_written ?? ''],
    ['passengers', writePassengers(voyage)],
    ...BODY_FIELD_NAMES.map((name): [FieldName, string] => [name, sourceTexts[name]]),
  ];
  const lines = fields.filter(([, value]) => value !== '').map(([name, value]) => `${FIELD_LABELS[name]}: ${value}`);
  const body = [...lines, ...writeSpins(voyage.spins)].join('\n');
  const parts = [writeCodes(voyage), writeVoyageHeading(voyage), body];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * Writes a document that `parseVoyageDocument` parses to the same sections and voyages without a warning, normalized as by
 * `normalizeDocument`. Dates must be valid. A voyage that ends before it starts is written, but parsing rejects it. README.md describes the
 * extended syntax for content that the plain format can't express.
 */
export function writeVoyageDocument(document: WritableDocument): string {
  const { sections, voyages } = normalizeDocument(document);
  const bySection = Map.groupBy(voyages, ({ section }) => section);
  const parts = (bySection.get(null) ?? []).map(writeVoyage);
  for (const [index, section] of sections.entries()) {
    parts.push(writeOwnerHeading(section));
    for (const voyage of bySection.get(index) ?? []) parts.push(writeVoyage(voyage));
  }
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}
