import { Button } from '@archive/ui';
import { forgetOverrides, type Override } from '../federation/overrides.ts';

interface Props {
  overrides: readonly Override[];
  goBack?: () => void;
}

/** While this tab shows something else than what is live: what, and the way back. */
export function OverrideBanner({ overrides, goBack = forgetOverrides }: Props) {
  if (overrides.length === 0) return null;
  const shown = overrides.filter(({ app }) => app);
  const refused = overrides.filter(({ refusal }) => refusal);
  return (
    <aside aria-label="Versions of this tab" className="border-b border-rule bg-leaf text-13 print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <div className="min-w-0 flex-1 basis-60 space-y-1">
          {shown.length > 0 && (
            <p>
              <strong className="font-semibold">Only this tab</strong> shows{' '}
              {shown.map(({ name, wanted }) => `${name} ${wanted}`).join(', ')} in place of what is live.
            </p>
          )}
          {refused.map(({ name, wanted, refusal }) => (
            <p key={name}>
              {name} {wanted} is not shown. {refusal}
            </p>
          ))}
        </div>
        <Button size="small" onClick={goBack}>
          Back to what is live
        </Button>
      </div>
    </aside>
  );
}
