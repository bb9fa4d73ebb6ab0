import { voyageQuery } from '@archive/api-client';
import { RecordHistory } from '@archive/editing';
import { useQuery } from '@archive/query';
import { labelOf, textsOf } from './voyage-texts.ts';

interface Props {
  slug: string;
  title: string;
  onClose(): void;
}

/** Who changed a voyage, when and what; each version can be brought back. */
export function VoyageHistory(props: Props) {
  return (
    <RecordHistory
      kind="voyage"
      record={useQuery(voyageQuery(props.slug))}
      draftOf={textsOf}
      labelOf={labelOf}
      created="Logged"
      editing
      {...props}
    />
  );
}
