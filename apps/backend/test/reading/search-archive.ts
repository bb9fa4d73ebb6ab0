import type { Database } from '../../src/database/index.ts';
import { aMedia, aPerson, aVoyage } from '../builders/index.ts';

/** Saves voyages, people and media with searchable words. */
export async function saveArchiveToSearch(database: Database): Promise<void> {
  const trudeau = await aPerson('Pierre Trudeau').role('Prime Minister of Canada').save(database);
  const nimitz = await aPerson('Chester Nimitz').role('Fleet Admiral', 'U.S. Navy').save(database);
  const kelly = await aPerson('Giles Kelly').save(database);
  await aPerson('José Peña')
    .role('Ambassador of Spain')
    .with({ notes_internal: 'Painted a watercolor.' })
    .save(database);
  await aPerson('Theodore Green').role('Senator').save(database);
  const photograph = await aMedia('Guests on the fantail')
    .withSlug('fantail')
    .by('National Archives')
    .with({ description_markdown: 'Trudeau with **President Ford** in the evening light.' })
    .save(database);
  await aMedia('Logbook of 1949')
    .withSlug('logbook-1949')
    .type('logbook')
    .with({ description_markdown: 'Kept by a clerk.' })
    .save(database);
  const voyages = [
    aVoyage()
      .withSlug('trudeau')
      .on('1976-06-16')
      .titled('Potomac River, June 16, 1976')
      .under('ford-gerald')
      .aboard(trudeau)
      .aboard(kelly, { title: 'Captain', capacity_role: 'Commanding Officer', is_crew: true })
      .showing(photograph)
      .with({
        additional_information: 'Dinner with [Pierre Trudeau](https://example.org/pierre) and *his* staff.',
        foreign_leader_country: 'Canada',
        spin: [{ spin: 'A splendid evening on the water.', source: 'The Washington Star' }],
      }),
    aVoyage()
      .withSlug('nimitz')
      .on('1949-01')
      .titled('Stay at Key West')
      .under('truman-harry-s')
      .aboard(nimitz)
      .with({ start_location: 'Washington Navy Yard', notes: 'Only the month is known.' }),
    aVoyage().withSlug('nimitz-later').on('1951-05-02').titled('Inspection').under('truman-harry-s').aboard(nimitz),
    aVoyage()
      .withSlug('june')
      .on('1936-06-01')
      .titled('Weekend with Senator Green')
      .under('roosevelt-franklin-d')
      .aboard('Theodore Green')
      .with({
        start_location: 'Annapolis',
        source_urls: [{ url: 'https://whitehouse.gov/log', media_type: 'logbook', title: null }],
      }),
    aVoyage()
      .withSlug('pena')
      .on('1936-06-12')
      .titled('Regatta')
      .under('roosevelt-franklin-d')
      .aboard('José Peña')
      .with({ voyage_type: 'official' }),
  ];
  for (const voyage of voyages) await voyage.save(database);
}
