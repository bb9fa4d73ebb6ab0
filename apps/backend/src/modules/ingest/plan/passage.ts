import type { OwnerSection, StatedValues, VoyageRecord, VoyageValueName } from '@archive/voyage-document';

/** The part of a document needed to process one of its voyages again, as stored with a planned item. */
export interface Passage {
  record: StoredRecord;
  heading: OwnerSection | null;
  firstDate: string | null;
}

/** Stored items have the stated values under the name `mentions`. The earliest items don't have them. */
type StoredRecord = Omit<VoyageRecord, 'stated_values'> & { mentions?: StatedValues };

export function storedRecord({ stated_values: mentions, ...record }: VoyageRecord): StoredRecord {
  return { ...record, mentions };
}

export function recordOf({ mentions, ...record }: StoredRecord): VoyageRecord {
  return { ...record, stated_values: mentions ?? everythingIn(record) };
}

/** The stated values of the earliest items, which stated every field. */
const everythingIn = (record: Omit<StoredRecord, 'mentions'>): StatedValues => ({
  stated: Object.keys(record) as VoyageValueName[],
  empty: [],
  added_information: null,
});
