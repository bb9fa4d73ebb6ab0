import { voyagesShowing } from '../../records/index.ts';
import { isDated, hasPeople, PEOPLE_FILTERS, isTagged } from './filters.ts';
import { allOf, type SqlContext } from './parameters.ts';
import {
  inScope,
  isOfVoyages,
  VOYAGE_FACT_FILTERS,
  VOYAGE_FILTERS,
  type OfVoyages,
  voyageDates,
  voyageFacts,
} from './voyage-scope.ts';

/** Media that the voyages show directly or in an album. */
const shownBy = (context: SqlContext, voyages: OfVoyages['voyages']) =>
  isOfVoyages(context, {
    voyages,
    id: 'm.id',
    records: (isOfVoyage) => `
      select l.media_id from voyage_media l where ${isOfVoyage('l.voyage_id')}
      union select e.media_id from album_media e join album a on a.id = e.album_id where ${isOfVoyage('a.voyage_id')}`,
    has: (isOfVoyage) => `(
      (select true from voyage_media l where l.media_id = m.id and ${isOfVoyage('l.voyage_id')} limit 1) is true or
      (select true from album_media e join album a on a.id = e.album_id where e.media_id = m.id and ${isOfVoyage('a.voyage_id')} limit 1) is true)`,
  });

/** Whether any voyage that shows the media item fulfills the condition on `v`. */
const isShownBy = (condition: string) =>
  `exists (select from voyage v where v.id in (${voyagesShowing('array[m.id]')}) and ${condition})`;

/** Media in which the people of the filters are marked, even if they were not aboard. All other filters apply to these media as well. */
function markedInScope(context: SqlContext): string {
  const { $, hasValue } = context;
  const facts = voyageFacts(context);
  const ofPresident = VOYAGE_FACT_FILTERS.some(hasValue) ? '' : `m.president_id = any(${$('president')}) or`;
  return allOf(
    hasPeople(context, 'm.id', 'media_person'),
    facts === 'true' ? 'true' : `(${ofPresident} ${isShownBy(facts)})`,
    dateCondition(context, isShownBy(allOf(facts, voyageDates(context)))),
  );
}

/** The date range applies to a media item's own date, or else to the dates of a voyage. */
function dateCondition({ $, hasValue }: SqlContext, isOfVoyage: string): string {
  const [from, to] = [hasValue('from') ? $('from') : '', hasValue('to') ? $('to') : ''];
  return from || to ? `(${isDated(from, to)} or m.day is null and ${isOfVoyage})` : 'true';
}

/** Media of the voyages in scope, of the president, or of the people. */
function mediaInScope(context: SqlContext): string {
  const { $, hasValue } = context;
  const isOfOthers = VOYAGE_FILTERS.some(hasValue);
  const ofPresident = hasValue('president') && !isOfOthers ? `m.president_id = any(${$('president')}) or` : '';
  const linked = hasValue('president') || isOfOthers ? `(${ofPresident} ${shownBy(context, 'filtered')})` : 'true';
  const ofVoyages = allOf(dateCondition(context, shownBy(context, 'scope')), linked);
  return PEOPLE_FILTERS.some(hasValue) ? `(${ofVoyages} or ${markedInScope(context)})` : ofVoyages;
}

/** Albums `a` of the voyages in scope, and collections with media in scope. */
export const albumsInScope = (context: SqlContext) =>
  inScope(
    context,
    `(a.voyage_id in (select id from scope) or a.voyage_id is null and a.id in (
      select e.album_id from album_media e join media m on m.id = e.media_id where ${mediaInScope(context)}))`,
  );

/** All conditions on media `m` except those on words. */
export const ofMedia = (context: SqlContext) =>
  allOf(
    inScope(context, mediaInScope(context)),
    isTagged(context, 'm.id', 'tagged_media'),
    context.when('mediaType', `m.media_type = ${context.$('mediaType')}`),
    context.when('rights', `m.rights = ${context.$('rights')}`),
  );
