import type { Voyage } from '@archive/contracts';
import { formatDateRange, isApproximate } from '@archive/ui';
import type { Citable as Cited } from '@archive/ui/cite';

interface Citable {
  voyage: Voyage;
  /** Archive name. */
  archive: string;
  /** Permanent URL of the voyage. */
  address: string;
}

/** The voyage as a source to cite. */
export const citedVoyage = ({ voyage, archive, address }: Citable): Cited => ({
  key: voyage.voyage_slug,
  title: voyage.title,
  kind: 'Voyage record',
  date:
    voyage.end_date && voyage.end_date !== voyage.start_date
      ? formatDateRange(voyage.start_date, voyage.end_date)
      : voyage.start_date,
  archive,
  address,
});

const placeData = (name: string | null) => (name ? { '@type': 'Place', name } : undefined);

/** A date field, omitted for an approximate date, which schema.org can't express. */
const exactDateField = (name: string, date: string | null) => (date && !isApproximate(date) ? { [name]: date } : {});

/** The voyage as a schema.org Event (JSON-LD). */
export function structuredData({ voyage, archive, address }: Citable): Record<string, unknown> {
  const places = [placeData(voyage.start_location), placeData(voyage.end_location)].filter(
    (item) => item !== undefined,
  );
  const people = voyage.passengers.map(({ full_name, wikipedia_url }) => ({
    '@type': 'Person',
    name: full_name,
    ...(wikipedia_url ? { sameAs: wikipedia_url } : {}),
  }));
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': address,
    url: address,
    name: voyage.title,
    ...exactDateField('startDate', voyage.start_timestamp ?? voyage.start_date),
    ...exactDateField('endDate', voyage.end_timestamp ?? voyage.end_date),
    ...(places.length > 0 ? { location: places } : {}),
    ...(people.length > 0 ? { attendee: people } : {}),
    ...(voyage.president_name ? { organizer: { '@type': 'Person', name: voyage.president_name } } : {}),
    ...(voyage.additional_information ? { description: voyage.additional_information } : {}),
    subjectOf: { '@type': 'ArchiveComponent', isPartOf: { '@type': 'Collection', name: archive } },
  };
}
