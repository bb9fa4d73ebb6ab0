import type { Voyage } from '@archive/contracts';
import { DefinitionList } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { RecordSection, type HeadingLevel } from './record-section.tsx';

/** Details of a voyage, and its curator notes. */
export function VoyageFacts({ voyage, level }: { voyage: Voyage; level: HeadingLevel }) {
  const facts = [
    { term: 'President aboard', detail: voyage.presidential_initials },
    { term: 'Royalty', detail: voyage.royalty_details },
    { term: 'Foreign leader', detail: voyage.foreign_leader_country },
  ].filter(({ detail }) => detail);
  return (
    <>
      {facts.length > 0 && (
        <RecordSection title="Details" level={level}>
          <DefinitionList items={facts} />
        </RecordSection>
      )}
      {voyage.notes_internal && (
        <div className="print:hidden">
          <RecordSection title="Curator notes" level={level}>
            <div className="rounded border border-dashed border-edge bg-wash/50 p-4">
              <Prose className="font-sans text-15">{voyage.notes_internal}</Prose>
            </div>
          </RecordSection>
        </div>
      )}
    </>
  );
}
