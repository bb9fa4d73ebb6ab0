import '../../style.css';
import { presidentsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import type { FigurePickerProps } from '@archive/shell-api';
import { Button, Dialog, Select, TextField } from '@archive/ui';
import { type ComponentType, useState } from 'react';
import { NO_FILTERS, urlOf } from '../voyage-list/filters.ts';
import { pickable } from '../voyage-record/administration.ts';
import { component as EmbeddedFigure } from './embedded-figure.tsx';
import { figureName } from './figure.tsx';
import { FIGURES } from './figures.tsx';

const MAP = 'Map of the voyages';
const KINDS = [MAP, ...FIGURES.map(({ title }) => title)];

/** Picks a chart or the map, and whose voyages it shows. */
function FigurePicker({ onPick, onClose }: FigurePickerProps) {
  const [kind, setKind] = useState(MAP);
  const [owner, setOwner] = useState('');
  const [typed, setTyped] = useState<string>();
  const owners = pickable(useQuery(presidentsQuery()).data?.items ?? []);
  const name = owners.find(({ president_slug }) => president_slug === owner)?.full_name;
  const caption = typed ?? (name ? `${kind}, ${name}` : kind);
  const filters = urlOf({ ...NO_FILTERS, owners: owner ? [owner] : [] });
  if (kind === MAP) filters.set('view', 'map');
  const query = filters.size > 0 ? `?${filters}` : '';
  const href = kind === MAP ? `/voyages${query}` : `/figures${query}#${figureName(kind)}`;
  return (
    <Dialog
      open
      title="Insert a chart or map"
      description="It shows the voyages as they are in the archive whenever the story is read."
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={caption.trim() === ''} onClick={() => onPick({ href, caption })}>
            Insert
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Chart or map"
            value={kind}
            options={KINDS.map((title) => ({ value: title, label: title }))}
            onChange={({ target }) => setKind(target.value)}
          />
          <Select
            label="Voyages of"
            value={owner}
            options={[
              { value: '', label: 'Everyone' },
              ...owners.map(({ president_slug, full_name }) => ({ value: president_slug, label: full_name })),
            ]}
            onChange={({ target }) => setOwner(target.value)}
          />
        </div>
        <TextField label="Caption" value={caption} onChange={(event) => setTyped(event.target.value)} />
        <EmbeddedFigure key={href} href={href} caption={caption} />
      </div>
    </Dialog>
  );
}

/** Exposed to other micro-frontends, as `./figure-picker`. */
export const component: ComponentType<FigurePickerProps> = FigurePicker;
