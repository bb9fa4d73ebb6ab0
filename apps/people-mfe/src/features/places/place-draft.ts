import type { PlaceFields } from '@archive/api-client';
import { draftFrom, type Problems } from '@archive/editing';
import { KINDS } from './place-texts.ts';

export const EMPTY_PLACE = {
  name: '',
  variants: '',
  kind: 'other',
  part_of: '',
  latitude: '',
  longitude: '',
  uncertainty: '',
  wikidata: '',
  geonames: '',
  notes: '',
  sources: '',
};
export type PlaceDraft = typeof EMPTY_PLACE;

export const FIELD_LABELS: Record<keyof PlaceDraft, string> = {
  name: 'Name',
  variants: 'Other spellings',
  kind: 'Kind',
  part_of: 'Part of',
  latitude: 'Latitude',
  longitude: 'Longitude',
  uncertainty: 'Uncertainty (meters)',
  wikidata: 'Wikidata',
  geonames: 'GeoNames',
  notes: 'Notes',
  sources: 'Sources',
};

/** A source on a line of its own, as the API reads it again. */
const sourceLine = (source: unknown): string => {
  const { url, media_type, title } = source as { url: string; media_type: string; title: string | null };
  return media_type === 'unchecked' && title === null ? url : JSON.stringify(source);
};

/** A place, current or from history, as form text. */
export const draftOf = (place: { [name in keyof PlaceDraft]?: unknown }): PlaceDraft => ({
  ...draftFrom(EMPTY_PLACE, place),
  variants: Array.isArray(place.variants) ? place.variants.join('\n') : '',
  sources: Array.isArray(place.sources) ? place.sources.map(sourceLine).join('\n') : '',
});

const isNumber = (text: string, max: number) => text.trim() !== '' && Math.abs(Number(text)) <= max;

export function checkPlace(draft: PlaceDraft): Problems<PlaceDraft> {
  const problems: Problems<PlaceDraft> = {};
  if (draft.name.trim() === '') problems.name = 'Enter a name';
  const { latitude, longitude, uncertainty } = draft;
  if (latitude.trim() !== '' || longitude.trim() !== '') {
    if (!isNumber(latitude, 90)) problems.latitude = 'Enter degrees from -90 to 90, for example 38.8737.';
    if (!isNumber(longitude, 180)) problems.longitude = 'Enter degrees from -180 to 180, for example -76.995.';
  }
  if (!/^\d{0,7}$/.test(uncertainty.trim())) problems.uncertainty = 'Enter meters as a whole number.';
  return problems;
}

/** The request body of a place. The API reads numbers, lists and blank text. */
export const placeBody = (draft: PlaceDraft): PlaceFields => ({
  ...draft,
  // As a list, because the API also separates text at semicolons, which spellings can have in parentheses.
  variants: draft.variants.split('\n'),
  kind: KINDS.find((kind) => kind === draft.kind) ?? 'other',
});
