import { Button, formatList } from '@archive/ui';
import { isShown, leavePreviews, type Override } from '../federation/overrides.ts';
import { useTitleOf } from '../placement/remotes.tsx';

interface Props {
  overrides: readonly Override[];
  onLeave?: (overrides: readonly Override[]) => void;
}

/** Lists the versions that this tab previews, and offers to leave them. */
export function OverrideBanner({ overrides, onLeave = leavePreviews }: Props) {
  const titleOf = useTitleOf();
  const activeOverrides = overrides.filter(isShown);
  const rejected = overrides.filter(({ reason }) => reason);
  if (activeOverrides.length + rejected.length === 0) return null;
  return (
    <aside aria-label="Preview" className="sticky top-0 z-sticky border-b border-rule bg-leaf text-13 print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <div className="min-w-0 flex-1 basis-60 space-y-1">
          {activeOverrides.length > 0 && (
            <p>
              <strong className="font-semibold">Preview, in this tab only:</strong>{' '}
              {formatList(activeOverrides.map(({ name, requested }) => `${titleOf(name)} ${requested}`))} instead of the
              live version.
            </p>
          )}
          {rejected.map(({ name, requested, reason }) => (
            <p key={name}>
              Can’t show {titleOf(name)} {requested}. {reason}
            </p>
          ))}
        </div>
        <Button size="small" onClick={() => onLeave(overrides)}>
          {activeOverrides.length > 0 ? 'Exit preview' : 'Dismiss'}
        </Button>
      </div>
    </aside>
  );
}
