import { isDeepStrictEqual } from 'node:util';
import type { VoyageWrite } from '@archive/contracts';
import { displayTitle } from '@archive/voyage-document';
import type { Voyage } from './voyage.entity.ts';

/** What a curator says of a voyage, under the names of the entity. A title that was left blank is made. */
export function voyageValues(write: VoyageWrite) {
  return {
    title: displayTitle(write),
    startDate: write.start_date,
    endDate: write.end_date,
    startTime: write.start_time,
    endTime: write.end_time,
    startLocation: write.start_location,
    endLocation: write.end_location,
    voyageType: write.voyage_type,
    presidentialInitials: write.presidential_initials,
    royaltyDetails: write.royalty_details,
    foreignLeaderCountry: write.foreign_leader_country,
    additionalGuests: write.additional_guests,
    summaryMarkdown: write.summary_markdown,
    additionalInformation: write.additional_information,
    notes: write.notes,
    notesInternal: write.notes_internal,
    originalMarkdown: write.original_markdown,
    spin: write.spin,
    sourceUrls: write.source_urls,
    additionalSources: write.additional_sources,
    presidentialUse: write.presidential_use,
    hasRoyalty: write.has_royalty,
    hasForeignLeader: write.has_foreign_leader,
    mentionCampDavid: write.mention_camp_david,
    mentionMountVernon: write.mention_mount_vernon,
    mentionCaptain: write.mention_captain,
    mentionCrew: write.mention_crew,
    mentionRmd: write.mention_rmd,
    mentionYachtSpin: write.mention_yacht_spin,
    mentionMenu: write.mention_menu,
    mentionDrinksWine: write.mention_drinks_wine,
  };
}

type Values = ReturnType<typeof voyageValues>;

/** The values that differ from the voyage's own; PostgreSQL keeps the members of an object in an order of its own. */
export function differing(voyage: Voyage, values: Values): Partial<Values> {
  const entries = Object.entries(values) as [keyof Values, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => !isDeepStrictEqual(voyage[name], value)));
}
