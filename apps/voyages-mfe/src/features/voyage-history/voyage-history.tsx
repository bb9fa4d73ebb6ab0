import { voyageQuery } from '@archive/api-client';
import { RecordHistory } from '@archive/editing';
import { useQuery } from '@archive/query';
import { labelOf, textsOf } from './voyage-texts.ts';

interface Props {
  slug: string;
  title: string;
  onClose(): void;
}

/** Changes of a voyage, each of which can be restored. */
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
