import type { President } from '@archive/contracts';
import { Button, toast } from '@archive/ui';
import { useState } from 'react';
import { FilterMenu } from '../../voyage-list/components/filter-menu.tsx';
import { OwnerChoices } from '../../voyage-list/components/owner-choices.tsx';

interface Props {
  presidents: President[];
  /** Active owner slugs; empty means all. */
  owners: string[];
  onFilter(owners: string[]): void;
}

const NONE_LEFT = 'Must select at least 1 President/Owner';

/** President filter of the timeline; at least one must stay selected (SPEC section 5). */
export function OwnerFilter({ presidents, owners, onFilter }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterMenu label="President/Owner" count={owners.length}>
        {(close) => (
          <Choices
            presidents={presidents}
            owners={owners}
            onFilter={(next) => {
              onFilter(next);
              close();
            }}
          />
        )}
      </FilterMenu>
      {owners.length > 0 && (
        <Button variant="quiet" onClick={() => onFilter([])}>
          Clear Filter
        </Button>
      )}
    </div>
  );
}

function Choices({ presidents, owners, onFilter }: Props) {
  const slugs = presidents.map(({ president_slug }) => president_slug);
  const [chosenOwners, setChosen] = useState(owners.length > 0 ? owners : slugs);
  const [invalid, setInvalid] = useState(false);
  const apply = () => {
    if (chosenOwners.length === 0) {
      setInvalid(true);
      // The panel shows the same message, so the toast can be brief.
      toast.error(NONE_LEFT, { duration: 5000 });
      return;
    }
    onFilter(slugs.every((slug) => chosenOwners.includes(slug)) ? [] : chosenOwners);
  };
  return (
    <>
      <OwnerChoices
        legend="President/Owner"
        owners={presidents}
        selected={chosenOwners}
        onChange={(next) => {
          setChosen(next);
          setInvalid(false);
        }}
      />
      {invalid && <p className="mt-3 text-13 text-signal">{NONE_LEFT}</p>}
      <div className="sticky -bottom-4 -mx-4 mt-4 -mb-4 border-t border-rule bg-leaf p-4">
        <Button variant="primary" className="w-full" onClick={apply}>
          Apply Filter
        </Button>
      </div>
    </>
  );
}
