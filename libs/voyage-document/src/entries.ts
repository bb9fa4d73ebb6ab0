import type { OwnerSection, VoyageContent } from './types.ts';

/** The heading of a president or owner. */
export type Owner = Omit<OwnerSection, 'line'>;

/**
 * A voyage with its president or owner: an element of the JSON format and a row of the CSV format (`VOYAGE_COLUMNS`). A field that is
 * absent in JSON stays unchanged in the record.
 */
export interface VoyageEntry extends Omit<VoyageContent, 'section'> {
  /** Slug of the record that the voyage updates. */
  voyage_slug?: string;
  owner: Owner | null;
}
