import { Disclosure } from '../layout/collapsible.tsx';

export type FieldChangesProps = {
  /** Readable values before and after; empty for no value. */
  changes: readonly { label: string; from: string; to: string }[];
};

/** Changes with more characters than this are collapsed under their field names. */
const COLLAPSE_LENGTH = 600;

/** Shows a change of a record, field by field. */
export function FieldChanges({ changes }: FieldChangesProps) {
  if (changes.length === 0) return null;
  const list = (
    <dl className="ui:mt-2 ui:space-y-1 ui:text-15">
      {changes.map(({ label, from, to }) => (
        <div key={label} className="ui:grid ui:gap-x-4 ui:sm:grid-cols-[9rem_1fr]">
          <dt className="ui:text-13 ui:leading-6 ui:text-faded">{label}</dt>
          <dd className="ui:min-w-0 ui:whitespace-pre-line ui:wrap-anywhere">
            {from && <del className="ui:text-faded">{from}</del>}
            {from && (from.includes('\n') ? '\n' : ' ')}
            {to ? <ins className="ui:no-underline">{to}</ins> : <em>blank</em>}
          </dd>
        </div>
      ))}
    </dl>
  );
  const length = changes.reduce((sum, { from, to }) => sum + from.length + to.length, 0);
  if (length <= COLLAPSE_LENGTH) return list;
  return <Disclosure label={changes.map(({ label }) => label).join(', ')}>{list}</Disclosure>;
}
