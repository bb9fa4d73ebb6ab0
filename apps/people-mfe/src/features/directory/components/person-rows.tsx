import { useMemo, type ReactNode } from 'react';
import { useColumns } from '../use-columns.ts';
import { rowsOf, type Part, type Row } from '../rows.ts';
import { PartHead } from './part-head.tsx';
import { VirtualRows } from './virtual-rows.tsx';

const COLUMNS = ['grid-cols-1', 'grid-cols-1', 'grid-cols-2', 'grid-cols-3'];

interface PersonRowsProps {
  parts: Part[];
  /** The card of the person at a place. */
  card: (place: number) => ReactNode;
  onToggle: (part: Part) => void;
  /** Told the places that are in sight, or nearly: the ends of each row. */
  onShown: (places: number[]) => void;
}

/** The people of the directory, under their heads, as far as they are in sight. */
export function PersonRows({ parts, card, onToggle, onShown }: PersonRowsProps) {
  const columns = useColumns();
  const draw = (row: Row) => {
    if (row.kind === 'head') return <PartHead part={row.part} onToggle={() => onToggle(row.part)} />;
    const firstOfPart = row.part.title !== null && row.from === row.part.start;
    return (
      <ul className={`grid gap-3 pb-3 ${firstOfPart ? 'pt-4' : ''} ${COLUMNS[columns]}`}>
        {Array.from({ length: row.to - row.from }, (_, index) => card(row.from + index))}
      </ul>
    );
  };
  const rows = useMemo(() => rowsOf(parts, columns), [parts, columns]);
  return <VirtualRows rows={rows} draw={draw} onShown={onShown} />;
}
