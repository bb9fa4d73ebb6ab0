import type { Voyage } from '@archive/contracts';
import { formatDate, formatDateRange, isApproximate } from '@archive/ui';

interface Citable {
  voyage: Voyage;
  /** Archive name. */
  archive: string;
  /** Permanent URL of the voyage. */
  address: string;
}

/** Citation text: “Down the Potomac.” July 7, 1946. The Sequoia Archive. https://… (accessed March 1, 2026). */
export function citationOf({ voyage, archive, address }: Citable, today: string): string {
  const title = /[.?!]$/.test(voyage.title) ? voyage.title : `${voyage.title}.`;
  const date = formatDateRange(voyage.start_date, voyage.end_date);
  // A title generated from the date already contains it.
  const dated = voyage.title.includes(date) ? '' : ` ${date}.`;
  return `“${title}”${dated} ${archive}. ${address} (accessed ${formatDate(today)}).`;
}

const place = (name: string | null) => (name ? { '@type': 'Place', name } : undefined);

/** schema.org has no approximate dates, so they are left out. */
const exact = (name: string, date: string | null) => (date && !isApproximate(date) ? { [name]: date } : {});

/** The voyage as a schema.org Event (JSON-LD). */
export function structuredData({ voyage, archive, address }: Citable): Record<string, unknown> {
  const places = [place(voyage.start_location), place(voyage.end_location)].filter((one) => one !== undefined);
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
    ...exact('startDate', voyage.start_timestamp ?? voyage.start_date),
    ...exact('endDate', voyage.end_timestamp ?? voyage.end_date),
    ...(places.length > 0 ? { location: places } : {}),
    ...(people.length > 0 ? { attendee: people } : {}),
    ...(voyage.president_name ? { organizer: { '@type': 'Person', name: voyage.president_name } } : {}),
    ...(voyage.additional_information ? { description: voyage.additional_information } : {}),
    subjectOf: { '@type': 'ArchiveComponent', isPartOf: { '@type': 'Collection', name: archive } },
  };
}
