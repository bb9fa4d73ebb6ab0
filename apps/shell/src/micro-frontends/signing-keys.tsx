import type { FrontendsStatus } from '@archive/contracts';
import { CollapsibleSection, formatCount, formatList } from '@archive/ui';
import { useTitles } from './use-titles.ts';

/** The keys whose signatures the archive accepts, and the builds that each has signed. */
export function SigningKeys({ status: { apps, keys } }: { status: FrontendsStatus }) {
  const titleOf = useTitles();
  return (
    <CollapsibleSection title="Signing keys" count={keys.length} countLabel="accepted" defaultOpen>
      <p className="max-w-measure py-2 text-faded">
        {keys.length === 0
          ? 'No keys are configured, so builds need no signature. The setting FRONTEND_KEYS lists the public keys of publishers.'
          : 'Only builds signed by their publisher are accepted. The setting FRONTEND_KEYS lists the public keys.'}
      </p>
      <ul className="divide-y divide-rule">
        {keys.map(({ name, fingerprint }) => {
          const signed = apps.flatMap((app) => {
            const versions = app.versions.filter(({ signed_by }) => signed_by === fingerprint);
            return versions.length > 0 ? [`${formatCount(versions.length, 'version')} of ${titleOf(app.name)}`] : [];
          });
          return (
            <li key={`${name} ${fingerprint}`} className="py-3">
              <p className="wrap-anywhere">
                <code>{fingerprint}</code> {name === null ? 'for all micro-frontends' : `for ${titleOf(name)}`}
              </p>
              <p className="text-13 text-faded">
                {signed.length > 0 ? `Used for ${formatList(signed)}.` : 'Not used by any listed version.'}
              </p>
            </li>
          );
        })}
      </ul>
    </CollapsibleSection>
  );
}
