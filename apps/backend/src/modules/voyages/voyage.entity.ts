import { type Source, type Spin, VOYAGE_TYPES } from '@archive/contracts';
import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { recordColumns } from '../../database/columns.ts';
import { Media } from '../media/index.ts';
import { Person } from '../people/index.ts';
import { President } from '../presidents/index.ts';

const flag = () => p.boolean().default(false);

/** A trip of the yacht. What the database computes of it (days, instants, `has_photo`, `has_video`) is read by SQL alone. */
export const Voyage = defineEntity({
  name: 'Voyage',
  tableName: 'voyage',
  properties: {
    ...recordColumns,
    title: p.text(),
    startDate: p.text(),
    endDate: p.text().nullable(),
    startTime: p.text().nullable(),
    endTime: p.text().nullable(),
    startLocation: p.text().nullable(),
    endLocation: p.text().nullable(),
    voyageType: p.enum(VOYAGE_TYPES).nullable(),
    president: () => p.manyToOne(President).ref().nullable().joinColumn('president_id'),
    presidentialInitials: p.text().nullable(),
    royaltyDetails: p.text().nullable(),
    foreignLeaderCountry: p.text().nullable(),
    additionalGuests: p.text().nullable(),
    summaryMarkdown: p.text().nullable(),
    additionalInformation: p.text().nullable(),
    notes: p.text().nullable(),
    notesInternal: p.text().nullable(),
    originalMarkdown: p.text().nullable(),
    spin: p.json<Spin[]>().defaultRaw(`'[]'`),
    sourceUrls: p.json<Source[]>().defaultRaw(`'[]'`),
    additionalSources: p.json<Source[]>().defaultRaw(`'[]'`),
    presidentialUse: flag(),
    hasRoyalty: flag(),
    hasForeignLeader: flag(),
    mentionCampDavid: flag(),
    mentionMountVernon: flag(),
    mentionCaptain: flag(),
    mentionCrew: flag(),
    mentionRmd: flag(),
    mentionYachtSpin: flag(),
    mentionMenu: flag(),
    mentionDrinksWine: flag(),
  },
});
export type Voyage = InferEntity<typeof Voyage>;

/** A person aboard a voyage; `sortOrder` counts from 1 and is never given twice on one voyage. */
export const Passenger = defineEntity({
  name: 'Passenger',
  tableName: 'passenger',
  properties: {
    voyage: () => p.manyToOne(Voyage).primary().ref(),
    person: () => p.manyToOne(Person).primary().ref(),
    sortOrder: p.integer(),
    title: p.text().nullable(),
    capacityRole: p.text().nullable(),
    isCrew: flag(),
    notes: p.text().nullable(),
  },
});
export type Passenger = InferEntity<typeof Passenger>;

/** Media shown with a voyage, in the order of its category. */
export const VoyageMedia = defineEntity({
  name: 'VoyageMedia',
  tableName: 'voyage_media',
  properties: {
    voyage: () => p.manyToOne(Voyage).primary().ref(),
    media: () => p.manyToOne(Media).primary().ref(),
    mediaCategory: p.enum(['source', 'additional_source'] as const).default('source'),
    sortOrder: p.integer(),
    notes: p.text().nullable(),
  },
});
export type VoyageMedia = InferEntity<typeof VoyageMedia>;
