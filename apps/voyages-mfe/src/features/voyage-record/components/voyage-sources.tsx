import type { Voyage } from '@archive/contracts';
import { RecordSection, type HeadingLevel } from './record-section.tsx';
import { Sources } from './sources.tsx';

interface Props {
  voyage: Pick<Voyage, 'source_urls' | 'additional_sources'>;
  level: HeadingLevel;
}

export function VoyageSources({ voyage: { source_urls, additional_sources }, level }: Props) {
  return (
    <>
      {source_urls.length > 0 && (
        <RecordSection title="Sources" level={level}>
          <Sources sources={source_urls} />
        </RecordSection>
      )}
      {additional_sources.length > 0 && (
        <RecordSection title="Additional sources" level={level}>
          <Sources sources={additional_sources} />
        </RecordSection>
      )}
    </>
  );
}
