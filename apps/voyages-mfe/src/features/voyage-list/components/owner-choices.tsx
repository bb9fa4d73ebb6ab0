import type { President } from '@archive/contracts';
import { formatCount, Button, Checkbox } from '@archive/ui';

interface Props {
  /** Group label for screen readers. */
  legend?: string;
  owners: President[];
  selected: string[];
  /** Called with an update function, because the latest owners may not be rendered yet. */
  onChange(change: (latest: string[]) => string[]): void;
}

/** Checkboxes of presidents and owners. */
export function OwnerChoices({ legend = 'Vessel Owner', owners, selected, onChange }: Props) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="mb-3 flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={selected.length === owners.length}
          onClick={() => onChange(() => owners.map(({ president_slug }) => president_slug))}
        >
          Select All
        </Button>
        <Button size="small" disabled={selected.length === 0} onClick={() => onChange(() => [])}>
          Deselect All
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        {owners.map(({ president_slug: slug, full_name, voyage_count }) => (
          <Checkbox
            key={slug}
            checked={selected.includes(slug)}
            onChange={({ target: { checked } }) =>
              onChange((latest) => {
                const others = latest.filter((other) => other !== slug);
                return checked ? [...others, slug] : others;
              })
            }
            label={
              <>
                {full_name} <VoyageCount count={voyage_count} />
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function VoyageCount({ count }: { count: number }) {
  return (
    <span className="text-13 text-faded tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {formatCount(count, 'voyage')}</span>
    </span>
  );
}
