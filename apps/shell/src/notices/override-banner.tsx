import { Button, formatList } from '@archive/ui';
import { clearOverrides, type Override } from '../federation/overrides.ts';

interface Props {
  overrides: readonly Override[];
  onReset?: () => void;
}

/** Lists the version overrides of this tab and offers to drop them. */
export function OverrideBanner({ overrides, onReset = clearOverrides }: Props) {
  if (overrides.length === 0) return null;
  const shown = overrides.filter(({ app }) => app);
  const rejected = overrides.filter(({ reason }) => reason);
  return (
    <aside aria-label="Preview versions" className="border-b border-rule bg-leaf text-13 print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <div className="min-w-0 flex-1 basis-60 space-y-1">
          {shown.length > 0 && (
            <p>
              <strong className="font-semibold">This tab only:</strong> showing{' '}
              {formatList(shown.map(({ name, requested }) => `${name} ${requested}`))} instead of the live version.
            </p>
          )}
          {rejected.map(({ name, requested, reason }) => (
            <p key={name}>
              Can’t show {name} {requested}. {reason}
            </p>
          ))}
        </div>
        <Button size="small" onClick={onReset}>
          Show live version
        </Button>
      </div>
    </aside>
  );
}
