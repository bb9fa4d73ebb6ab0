import { deployTokensQuery, messageOf, revokeTokenMutation } from '@archive/api-client';
import type { DeployToken } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Badge, Button, ConfirmDialog, FoldSection, toast, VisuallyHidden } from '@archive/ui';
import { useState } from 'react';
import { NAMES } from './names.ts';
import { NewToken } from './new-token.tsx';
import { when } from './when.ts';

/** The keys of the teams' pipelines. */
export function DeployTokens() {
  const { data = [] } = useQuery(deployTokensQuery());
  const valid = data.filter(({ revoked_at }) => revoked_at === null).length;
  return (
    <FoldSection title="Deploy tokens" count={valid} countLabel="in force" defaultOpen>
      <p className="max-w-measure py-2 text-faded">
        With a token, a team's pipeline publishes, promotes and rolls back its own front end, and nothing else.
      </p>
      <NewToken />
      <ul className="mt-4 divide-y divide-rule">
        {data.map((token) => (
          <Token key={token.token_id} token={token} />
        ))}
      </ul>
    </FoldSection>
  );
}

function Token({ token }: { token: DeployToken }) {
  const { token_id: id, name, label, created_at, created_by, last_used_at, revoked_at } = token;
  const [asking, setAsking] = useState(false);
  const revoke = useMutation({
    ...revokeTokenMutation(useQueryClient()),
    onSuccess: () => toast.success(`The token "${label}" is revoked.`),
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words">
          {label} <Badge>{NAMES[name]}</Badge> {revoked_at && <Badge tone="signal">revoked</Badge>}
        </p>
        <p className="text-13 text-faded">
          Made {when(created_at)}, by {created_by}. {last_used_at ? `Last used ${when(last_used_at)}.` : 'Never used.'}
        </p>
      </div>
      {!revoked_at && (
        <Button size="small" onClick={() => setAsking(true)}>
          Revoke<VisuallyHidden> {label}</VisuallyHidden>
        </Button>
      )}
      <ConfirmDialog
        danger
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke "${label}"?`}
        description="The pipeline that has it is refused from now on. This cannot be undone; a new token can be made."
        confirmText="Revoke"
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(id, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
