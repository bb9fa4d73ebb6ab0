import { Button, Notice } from '@archive/ui';
import type { Labels, TextDraft } from './record-texts.ts';

export interface NewerVersionProps<D extends TextDraft> {
  /** The record type, as in "Someone else changed this person while you were editing". */
  recordType: string;
  labels: Labels<D>;
  /** Fields the other user changed. */
  fields: (keyof D & string)[];
  theirs: D;
  mine: D;
  onUseTheirs: (name: keyof D & string) => void;
}

/** Shown after a conflict: lists the other user's values, to use or ignore. What was typed here stays until the user replaces it. */
export function NewerVersion<D extends TextDraft>(props: NewerVersionProps<D>) {
  const { recordType, labels, fields, theirs, mine, onUseTheirs } = props;
  return (
    <Notice tone="warning" announce title={`Someone else changed this ${recordType} while you were editing`}>
      <p>Your changes are kept. Review the other changes below, then save again.</p>
      <dl className="mt-2 divide-y divide-rule border-y border-rule text-ink">
        {fields.map((name) => (
          <div key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <dt className="w-28 text-13 text-faded">{labels[name]}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">{theirs[name] || <em className="text-faded">blank</em>}</dd>
            <dd>
              {mine[name] === theirs[name] ? (
                <span className="text-13 text-faded">Using theirs</span>
              ) : (
                <Button size="small" onClick={() => onUseTheirs(name)} aria-label={`Use theirs: ${labels[name]}`}>
                  Use theirs
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
