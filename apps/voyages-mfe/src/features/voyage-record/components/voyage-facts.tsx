import { presidentsQuery } from '@archive/api-client';
import type { Voyage } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { DefinitionList, formatList } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { RecordSection, type HeadingLevel } from './record-section.tsx';

/** Names of the presidents with these initials; unknown initials stay unchanged. */
function usePresidentNames(initials: string | null): string | null {
  const presidents = useQuery({ ...presidentsQuery(), enabled: initials !== null }).data?.items ?? [];
  if (initials === null) return null;
  const nameOf = (item: string) => presidents.find((president) => president.initials === item)?.full_name ?? item;
  return formatList(
    initials
      .split(/[\s,;/&]+/)
      .filter(Boolean)
      .map(nameOf),
  );
}

type Facts = Pick<Voyage, 'presidential_initials' | 'royalty_details' | 'foreign_leader_country' | 'notes_internal'>;

/** Details of a voyage, and its curator notes. */
export function VoyageFacts({ voyage, level }: { voyage: Facts; level: HeadingLevel }) {
  const facts = [
    { term: 'President aboard', detail: usePresidentNames(voyage.presidential_initials) },
    { term: 'Royalty', detail: voyage.royalty_details },
    { term: 'Foreign leader’s country', detail: voyage.foreign_leader_country },
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
