import { placeCandidatesQuery } from '@archive/api-client';
import type { PlaceCandidate } from '@archive/contracts';
import { GAZETTEER, placeAt } from '@archive/contracts/gazetteer';
import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Loading, SkeletonBlock, TextLink } from '@archive/ui';
import { useState } from 'react';
import { draftOf, type PlaceDraft } from './place-draft.ts';
import { positionText, townDetails, townText } from './place-texts.ts';

/** The source of proposed coordinates. Its license requires the credit. */
export function GazetteerCredit() {
  return (
    <>
      <TextLink href={GAZETTEER.url}>GeoNames</TextLink>, March 2023 (
      <TextLink href={GAZETTEER.license_url}>CC BY 4.0</TextLink>)
    </>
  );
}

interface FindPositionProps {
  draft: PlaceDraft;
  onChange: (changed: Partial<PlaceDraft>) => void;
}

/** Proposes coordinates for the name in the form. */
export function FindPosition({ draft, onChange }: FindPositionProps) {
  const name = draft.name.trim();
  const [searched, setSearched] = useState<string>();
  if (searched === undefined || searched !== name)
    return (
      <div>
        <Button size="small" disabled={name === ''} onClick={() => setSearched(name)}>
          Find coordinates
        </Button>
      </div>
    );
  return <Towns name={searched} draft={draft} onChange={onChange} />;
}

function Towns({ name, draft, onChange }: FindPositionProps & { name: string }) {
  const query = useQuery(placeCandidatesQuery(name));
  const { data: towns } = query;
  const use = (town: PlaceCandidate) => {
    const { latitude, longitude, uncertainty, geonames, sources } = draftOf(placeAt(town));
    const others = draft.sources.split('\n').filter((line) => line.trim() !== '' && !line.includes(GAZETTEER.url));
    onChange({ latitude, longitude, uncertainty, geonames, sources: [...others, sources].join('\n') });
  };
  if (!towns)
    return (
      <QueryState
        query={query}
        failed="Can’t look up coordinates"
        loading={
          <Loading label="Looking up coordinates...">
            <SkeletonBlock className="h-14" />
          </Loading>
        }
      />
    );
  return (
    <section aria-label="Proposed coordinates" className="space-y-3 rounded border border-rule p-3">
      <output className="block text-13 text-faded">
        {towns.length === 0
          ? `There’s no town called “${name}” in GeoNames. It lists towns of 500 people or more, but no waters or landmarks. Add the state after a comma, or enter the coordinates.`
          : 'Towns with this name. Choosing one fills in the fields below.'}
      </output>
      <ul className="space-y-2">
        {towns.map((town) => (
          <li key={town.geonames} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0">
              {townText(town)}
              <span className="block text-13 text-faded tabular-nums">
                {[townDetails(town), positionText(town)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button
              size="small"
              disabled={draft.geonames === town.geonames && draft.latitude === String(town.latitude)}
              aria-label={`Use ${townText(town)}, ${townDetails(town)}`}
              onClick={() => use(town)}
            >
              Use
            </Button>
          </li>
        ))}
      </ul>
      {towns.length > 0 && (
        <p className="text-13 text-faded">
          Source: <GazetteerCredit />. The uncertainty is estimated from the number of inhabitants.
        </p>
      )}
    </section>
  );
}
