import { RecordHistory } from '@archive/editing';

interface Props {
  slug: string;
  title: string;
  onClose(): void;
}

/** The change history of a voyage, with a restore button for each change. */
export function VoyageHistory(props: Props) {
  return <RecordHistory kind="voyage" editing {...props} />;
}
