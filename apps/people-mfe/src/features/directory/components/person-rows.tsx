import { useMemo, type ReactNode } from 'react';
import { useColumns } from '../use-columns.ts';
import { rowsOf, type Section, type Row } from '../rows.ts';
import { SectionHead } from './section-head.tsx';
import { VirtualRows } from './virtual-rows.tsx';

const COLUMNS = ['grid-cols-1', 'grid-cols-1', 'grid-cols-2', 'grid-cols-3'];

interface PersonRowsProps {
  sections: Section[];
  /** Renders the card of the person at an index. */
  card: (index: number) => ReactNode;
  onToggle: (section: Section) => void;
  /** Called with the first and last index of each visible row. */
  onVisible: (indexes: number[]) => void;
}

/** The directory as a virtualized list of section headings and rows of cards. */
export function PersonRows({ sections, card, onToggle, onVisible }: PersonRowsProps) {
  const columns = useColumns();
  const renderRow = (row: Row) => {
    if (row.kind === 'heading') return <SectionHead section={row.section} onToggle={() => onToggle(row.section)} />;
    const isFirstRowOfSection = row.section.title !== null && row.from === row.section.firstIndex;
    return (
      <ul className={`grid gap-3 pb-3 ${isFirstRowOfSection ? 'pt-4' : ''} ${COLUMNS[columns]}`}>
        {Array.from({ length: row.to - row.from }, (_, index) => card(row.from + index))}
      </ul>
    );
  };
  const rows = useMemo(() => rowsOf(sections, columns), [sections, columns]);
  return <VirtualRows rows={rows} renderRow={renderRow} onVisible={onVisible} />;
}
