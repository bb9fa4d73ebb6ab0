import type { PlaceCandidate } from './places.ts';
import type { PlaceValues } from './records/place.fields.ts';

/** Where candidates come from. Their license requires that the source is stated. */
export const GAZETTEER = {
  title: 'GeoNames, March 2023 (CC BY 4.0)',
  url: 'https://www.geonames.org/',
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
};

/** The values of a place at the position of a candidate. */
export const placeAt = ({
  latitude,
  longitude,
  uncertainty,
  geonames,
}: PlaceCandidate): Pick<PlaceValues, 'latitude' | 'longitude' | 'uncertainty' | 'geonames' | 'sources'> => ({
  latitude,
  longitude,
  uncertainty,
  geonames,
  sources: [{ url: `${GAZETTEER.url}${geonames}`, media_type: 'unchecked', title: GAZETTEER.title }],
});
