import { deployTokensQuery, messageOf, revokeTokenMutation } from '@archive/api-client';
import type { DeployToken } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Badge, Button, ConfirmDialog, CollapsibleSection, formatDateTime, toast, VisuallyHidden } from '@archive/ui';
import { useState } from 'react';
import { NewToken } from './new-token.tsx';
import { useTitles } from './use-titles.ts';

/** Deploy tokens for the teams' pipelines. */
export function DeployTokens() {
  const { data = [] } = useQuery(deployTokensQuery());
  const valid = data.filter(({ revoked_at }) => revoked_at === null).length;
  return (
    <CollapsibleSection title="Deploy tokens" count={valid} countLabel="active" defaultOpen>
      <p className="max-w-measure py-2 text-faded">
        A token lets a team’s pipeline publish, promote and roll back its own micro-frontend, and nothing else. A token
        to verify all micro-frontends only records the results of browser checks.
      </p>
      <NewToken />
      <ul className="mt-4 divide-y divide-rule">
        {data.map((token) => (
          <Token key={token.token_id} token={token} />
        ))}
      </ul>
    </CollapsibleSection>
  );
}

function Token({ token }: { token: DeployToken }) {
  const { token_id: id, name, label, created_at, created_by, last_used_at, revoked_at } = token;
  const titleOf = useTitles();
  const [confirming, setConfirming] = useState(false);
  const revoke = useMutation({
    ...revokeTokenMutation(useQueryClient()),
    onSuccess: () => toast.success(`Token “${label}” revoked`, { key: `token ${id}` }),
    onError: (error) => toast.error(messageOf(error), { key: `token ${id}` }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words">
          {label} <Badge>{name ? titleOf(name) : 'Verifier'}</Badge>{' '}
          {revoked_at && <Badge tone="signal">revoked</Badge>}
        </p>
        <p className="text-13 text-faded">
          Created {formatDateTime(created_at)} by {created_by}.{' '}
          {last_used_at ? `Last used ${formatDateTime(last_used_at)}.` : 'Never used.'}
        </p>
      </div>
      {!revoked_at && (
        <Button size="small" onClick={() => setConfirming(true)}>
          Revoke<VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
      <ConfirmDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={`Revoke "${label}"?`}
        description="Pipelines that use this token will stop working. You can’t undo this, but you can create a new token."
        confirmText="Revoke"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(id, { onSettled: () => setConfirming(false) })}
      />
    </li>
  );
}
