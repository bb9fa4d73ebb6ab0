import { messageOf, rollbackMutation } from '@archive/api-client';
import type { FrontendStanding } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Badge, Button, ConfirmDialog, Disclosure, Leaf, toast } from '@archive/ui';
import { useState } from 'react';
import { NAMES } from './names.ts';
import { PromoteDialog } from './promote-dialog.tsx';
import { VersionRow } from './version-row.tsx';
import { when } from './when.ts';

/** As many versions are in sight; the others are behind a line. */
const IN_SIGHT = 4;

type Version = FrontendStanding['versions'][number];

/** One front end: what is live of it, its versions, and what can be done. */
export function Standing({ standing, revision }: { standing: FrontendStanding; revision: number }) {
  const { name, live, canary, versions } = standing;
  const [chosen, setChosen] = useState<Version>();
  const list = (some: readonly Version[]) => (
    <ul className="divide-y divide-rule">
      {some.map((version) => (
        <VersionRow key={version.version} version={version} onPromote={() => setChosen(version)} />
      ))}
    </ul>
  );
  return (
    <Leaf className="min-w-0 p-5 sm:p-6">
      <section aria-labelledby={`front-end-${name}`}>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id={`front-end-${name}`} className="font-serif text-27">
              {NAMES[name]}
            </h2>
            {live ? (
              <p className="mt-1 text-faded">
                <strong className="font-serif text-17 text-ink">{live.version}</strong> is live since {when(live.since)}
                , by {live.by}.
              </p>
            ) : (
              <p className="mt-1 text-faded">Nothing is live.</p>
            )}
            {canary && (
              <p className="mt-1 text-faded">
                <Badge tone="brass">canary</Badge>{' '}
                <strong className="font-serif text-17 text-ink">{canary.version}</strong> is shown to {canary.share} %
                of sessions since {when(canary.since)}, by {canary.by}.
              </p>
            )}
          </div>
          <RollBack standing={standing} revision={revision} />
        </div>
        <h3 className="mt-5 border-b border-rule pb-1 text-13 font-semibold tracking-caps text-faded uppercase">
          Versions
        </h3>
        {versions.length === 0 && <p className="py-3 text-faded">None has been published or built.</p>}
        {list(versions.slice(0, IN_SIGHT))}
        {versions.length > IN_SIGHT && (
          <Disclosure label={`${versions.length - IN_SIGHT} older versions`} className="mt-2">
            {list(versions.slice(IN_SIGHT))}
          </Disclosure>
        )}
      </section>
      {chosen && (
        <PromoteDialog
          name={name}
          version={chosen.version}
          first={!live}
          revision={revision}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Leaf>
  );
}

function RollBack({ standing, revision }: { standing: FrontendStanding; revision: number }) {
  const { name, live, canary, rollback_to: target } = standing;
  const [asking, setAsking] = useState(false);
  const rollback = useMutation({
    ...rollbackMutation(useQueryClient()),
    onSuccess: () => toast.success(`${NAMES[name]} is back at ${target}.`),
    onError: (error) => toast.error(messageOf(error)),
  });
  if (target === null) return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {canary ? 'End canary' : 'Roll back'}
      </Button>
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={canary ? `End the canary of ${NAMES[name]}?` : `Roll ${NAMES[name]} back to ${target}?`}
        description={
          canary
            ? `Every session sees ${target} again, and none sees ${canary.version}.`
            : `Pages opened from now on show ${target} instead of ${live?.version}. Pages that are open go on, and offer to reload.`
        }
        confirmText={canary ? 'End canary' : 'Roll back'}
        busy={rollback.isPending}
        onConfirm={() => rollback.mutate({ name, revision }, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
