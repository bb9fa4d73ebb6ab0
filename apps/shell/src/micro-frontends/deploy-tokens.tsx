import { deployTokensQuery, revokeTokenMutation } from '@archive/api-client';
import { useQuery, useQueryClient } from '@archive/query';
import { CollapsibleSection } from '@archive/ui';
import { TokenRow } from '../tokens/tokens.tsx';
import { NewToken } from './new-token.tsx';
import { useTitles } from './use-titles.ts';

/** Deploy tokens for the CI pipelines of the teams. */
export function DeployTokens() {
  const { data = [] } = useQuery(deployTokensQuery());
  const client = useQueryClient();
  const titleOf = useTitles();
  const valid = data.filter(({ revoked_at }) => revoked_at === null).length;
  return (
    <CollapsibleSection title="Deploy tokens" count={valid} countLabel="active" defaultOpen>
      <p className="max-w-measure py-2 text-faded">
        A token lets a team’s pipeline publish, promote, and roll back its own micro-frontend, and nothing else. A
        verifier token can only record the results of browser checks.
      </p>
      <NewToken />
      <ul className="mt-4 divide-y divide-rule">
        {data.map((token) => (
          <TokenRow
            key={token.token_id}
            token={token}
            scope={token.name ? titleOf(token.name) : 'Verifier'}
            consequence="Pipelines that use this token will stop working."
            revocation={revokeTokenMutation(client)}
          />
        ))}
      </ul>
    </CollapsibleSection>
  );
}
