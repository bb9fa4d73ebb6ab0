import { messageOf, promoteMutation, retireMutation, rollbackMutation } from '@archive/api-client';
import type { FrontendStatus } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import {
  Badge,
  Button,
  ConfirmDialog,
  Disclosure,
  IconButton,
  Menu,
  Notice,
  Panel,
  Select,
  formatCount,
  formatDateTime,
  toast,
} from '@archive/ui';
import { MoreHorizontal } from '@archive/ui/icons';
import { useState } from 'react';
import { RemoteDialog } from './remote-dialog.tsx';
import { useTitles } from '../placement/remotes.tsx';
import { VersionRow } from './version-row.tsx';

/** Number of visible versions; older ones are collapsed. */
const VISIBLE_VERSIONS = 4;

/** Author in the history of versions that the server loads at its start, because they are included with it. */
const SERVER_START = 'server start';

type Version = FrontendStatus['versions'][number];

/** One micro-frontend: its live version, all versions and the actions on them. */
export function MicroFrontendCard({ frontend, revision }: { frontend: FrontendStatus; revision: number }) {
  const { name, live, canary, versions, registration } = frontend;
  const titleOf = useTitles();
  const [chosenVersion, setChosen] = useState<Version>();
  const list = (versions: readonly Version[]) => (
    <ul className="divide-y divide-rule">
      {versions.map((version) => (
        <VersionRow
          key={version.version}
          version={version}
          previewUrl={`${registration?.description.path ?? '/'}?mfe.${name}=${version.version}`}
          onPromote={() => setChosen(version)}
        />
      ))}
    </ul>
  );
  return (
    <Panel className="min-w-0 p-5 sm:p-6">
      <section aria-labelledby={`frontend-${name}`}>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0 flex-1">
            <h2 id={`frontend-${name}`} className="font-serif text-27">
              {titleOf(name)}
            </h2>
            {registration && (
              <p className="text-13 text-faded">
                <code>{name}</code> at <code>{registration.description.path}</code>
              </p>
            )}
            {live ? (
              <p className="mt-1 text-faded">
                <strong className="font-serif text-17 text-ink">{live.version}</strong> · Live since{' '}
                {formatDateTime(live.since)}
                {live.by === SERVER_START ? '' : `, promoted by ${live.by}`}.
              </p>
            ) : (
              <p className="mt-1 text-faded">No live version.</p>
            )}
            {canary && (
              <p className="mt-1 text-faded">
                <Badge tone="brass">Canary</Badge>{' '}
                <strong className="font-serif text-17 text-ink">{canary.version}</strong> · Shown to {canary.share}% of
                sessions since {formatDateTime(canary.since)}, promoted by {canary.by}.
              </p>
            )}
          </div>
          <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 max-sm:flex-col-reverse max-sm:items-end">
            <RollBack frontend={frontend} revision={revision} />
            {registration && <EditOrRetire frontend={frontend} />}
          </div>
        </div>
        <h3 className="mt-5 border-b border-rule pb-1 text-13 font-semibold tracking-caps text-faded uppercase">
          Versions
        </h3>
        {versions.length === 0 && <p className="py-3 text-faded">No versions yet.</p>}
        {list(versions.slice(0, VISIBLE_VERSIONS))}
        {versions.length > VISIBLE_VERSIONS && (
          <Disclosure label={formatCount(versions.length - VISIBLE_VERSIONS, 'older version')} className="mt-2">
            {list(versions.slice(VISIBLE_VERSIONS))}
          </Disclosure>
        )}
      </section>
      {chosenVersion && (
        <PromoteDialog
          name={name}
          version={chosenVersion.version}
          first={!live}
          revision={revision}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Panel>
  );
}

function RollBack({ frontend, revision }: { frontend: FrontendStatus; revision: number }) {
  const { name, live, canary, rollback_to: target } = frontend;
  const titleOf = useTitles();
  const [confirming, setConfirming] = useState(false);
  const rollback = useMutation({
    ...rollbackMutation(useQueryClient()),
    onSuccess: () => toast.success(`${titleOf(name)} is back on ${target}`, { key: `roll back ${name}` }),
    onError: (error) => toast.error(messageOf(error), { key: `roll back ${name}` }),
  });
  if (target === null) return null;
  return (
    <>
      <Button size="small" onClick={() => setConfirming(true)}>
        {canary ? 'End canary' : 'Roll back'}
      </Button>
      <ConfirmDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={canary ? `End the canary of ${titleOf(name)}?` : `Roll ${titleOf(name)} back to ${target}?`}
        description={
          canary
            ? `All sessions will get ${target} again.`
            : `New page loads will get ${target} instead of ${live?.version}. Pages that are already open will keep their version and offer to reload.`
        }
        confirmText={canary ? 'End canary' : 'Roll back'}
        busy={rollback.isPending}
        onConfirm={() => rollback.mutate({ name, revision }, { onSettled: () => setConfirming(false) })}
      />
    </>
  );
}

/** Edits a description, or retires the micro-frontend. */
function EditOrRetire({ frontend }: { frontend: FrontendStatus }) {
  const { name, live } = frontend;
  const titleOf = useTitles();
  const [editing, setEditing] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const retire = useMutation({
    ...retireMutation(useQueryClient()),
    onSuccess: () => toast.success(`${titleOf(name)} retired`, { key: `retire ${name}` }),
    onError: (error) => toast.error(messageOf(error), { key: `retire ${name}` }),
  });
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton plain label={`More for ${titleOf(name)}`} icon={<MoreHorizontal aria-hidden />} />}
        items={[
          { label: 'Edit', onSelect: () => setEditing(true) },
          { label: 'Retire', danger: true, onSelect: () => setConfirming(true) },
        ]}
      />
      {editing && <RemoteDialog frontend={frontend} onClose={() => setEditing(false)} />}
      <ConfirmDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={`Retire ${titleOf(name)}?`}
        description={`${live ? 'Its pages, navigation link, and card on Home will disappear with the next page load. ' : ''}The tokens that publish it will stop working. Versions and history will be kept, and you can register the name again.`}
        confirmText="Retire"
        busy={retire.isPending}
        onConfirm={() => retire.mutate(name, { onSettled: () => setConfirming(false) })}
      />
    </>
  );
}

const ALL = '100';
const SHARES = [
  { value: ALL, label: 'All sessions' },
  { value: '50', label: '50% of sessions' },
  { value: '25', label: '25% of sessions' },
  { value: '10', label: '10% of sessions' },
  { value: '5', label: '5% of sessions' },
];

interface Props {
  name: string;
  version: string;
  /** Whether no version is live yet, so that a canary makes no sense. */
  first: boolean;
  revision: number;
  onClose: () => void;
}

/** Asks which share of sessions gets a version, then promotes it. */
function PromoteDialog({ name, version, first, revision, onClose }: Props) {
  const title = useTitles()(name);
  const [share, setShare] = useState(ALL);
  const promote = useMutation({
    ...promoteMutation(useQueryClient()),
    onSuccess: () => {
      toast.success(`${title} ${version} is live${share === ALL ? '' : ` for ${share}% of sessions`}`);
      onClose();
    },
  });
  const canary = share === ALL ? undefined : Number(share);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Promote ${title} ${version}?`}
      description="New page loads will get this version. Pages that are already open will keep their version and offer to reload."
      confirmText="Promote"
      busy={promote.isPending}
      onConfirm={() => promote.mutate({ name, version, revision, ...(canary === undefined ? {} : { canary }) })}
    >
      <div className="space-y-4">
        {!first && (
          <Select
            label="Audience"
            help="A canary is always shown to the same sessions. It stops automatically if more than 20% of its sessions fail. A full release is rolled back if that happens in its first ten minutes."
            options={SHARES}
            value={share}
            onChange={(event) => setShare(event.target.value)}
          />
        )}
        {promote.error && (
          <Notice announce tone="error">
            {messageOf(promote.error)}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
