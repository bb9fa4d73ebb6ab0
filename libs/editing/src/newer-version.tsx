import { Button, Notice } from '@archive/ui';
import type { Labels, TextDraft } from './record-texts.ts';

export interface NewerVersionProps<D extends TextDraft> {
  /** What it is, as in "Someone else has changed this person". */
  what: string;
  labels: Labels<D>;
  /** Fields that somebody else changed. */
  fields: (keyof D & string)[];
  theirs: D;
  mine: D;
  onTake: (name: keyof D & string) => void;
}

/** Somebody else saved first: what they made of each field, to be taken or left. What was typed here stays until then. */
export function NewerVersion<D extends TextDraft>(props: NewerVersionProps<D>) {
  const { what, labels, fields, theirs, mine, onTake } = props;
  return (
    <Notice tone="warning" announce title={`Someone else has changed this ${what}`}>
      <p>Nothing you have typed is lost. Look at the newer version below, then save again.</p>
      <dl className="mt-2 divide-y divide-rule border-y border-rule text-ink">
        {fields.map((name) => (
          <div key={name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <dt className="w-28 text-13 text-faded">{labels[name]}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">{theirs[name] || <em className="text-faded">blank</em>}</dd>
            <dd>
              {mine[name] === theirs[name] ? (
                <span className="text-13 text-faded">Taken over</span>
              ) : (
                <Button size="small" onClick={() => onTake(name)} aria-label={`Take this: ${labels[name]}`}>
                  Take this
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
