import type { Voyage } from '@archive/contracts';
import { DefinitionList } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { Part, type Level } from './part.tsx';

/** The small facts of a voyage, and what curators keep to themselves. */
export function VoyageFacts({ voyage, level }: { voyage: Voyage; level: Level }) {
  const facts = [
    { term: 'President aboard', detail: voyage.presidential_initials },
    { term: 'Royalty', detail: voyage.royalty_details },
    { term: 'Foreign leader', detail: voyage.foreign_leader_country },
  ].filter(({ detail }) => detail);
  return (
    <>
      {facts.length > 0 && (
        <Part title="Particulars" level={level}>
          <DefinitionList items={facts} />
        </Part>
      )}
      {voyage.notes_internal && (
        <div className="print:hidden">
          <Part title="Curator notes" level={level}>
            <div className="rounded border border-dashed border-edge bg-wash/50 p-4">
              <Prose className="font-sans text-15">{voyage.notes_internal}</Prose>
            </div>
          </Part>
        </div>
      )}
    </>
  );
}
