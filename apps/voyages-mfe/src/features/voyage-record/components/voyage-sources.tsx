import type { Voyage } from '@archive/contracts';
import { Part, type Level } from './part.tsx';
import { Sources } from './sources.tsx';

interface Props {
  voyage: Pick<Voyage, 'source_urls' | 'additional_sources'>;
  level: Level;
}

export function VoyageSources({ voyage: { source_urls, additional_sources }, level }: Props) {
  return (
    <>
      {source_urls.length > 0 && (
        <Part title="Sources" level={level}>
          <Sources sources={source_urls} />
        </Part>
      )}
      {additional_sources.length > 0 && (
        <Part title="Additional sources" level={level}>
          <Sources sources={additional_sources} />
        </Part>
      )}
    </>
  );
}
