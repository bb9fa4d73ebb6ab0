import { RecordHistory } from '@archive/editing';

interface Props {
  slug: string;
  title: string;
  onClose(): void;
}

/** Changes of a voyage, each of which can be restored. */
export function VoyageHistory(props: Props) {
  return <RecordHistory kind="voyage" editing {...props} />;
}
