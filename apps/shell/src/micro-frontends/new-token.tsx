import { createTokenMutation, frontendsQuery } from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Select } from '@archive/ui';
import { useState } from 'react';
import { TokenForm } from '../tokens/tokens.tsx';
import { useTitles } from './use-titles.ts';

/** Option for a verifier's token, which can record verdicts on every micro-frontend. */
const VERIFIER = 'verifier';
const SECRETS = { publish: 'DEPLOY_TOKEN', verify: 'VERIFY_TOKEN' };

/** Creates a token and shows it once. */
export function NewToken() {
  const { data } = useQuery(frontendsQuery());
  const titleOf = useTitles();
  const options = [
    ...(data?.apps ?? []).map(({ name: value }) => ({ value, label: `Publish ${titleOf(value)}` })),
    { value: VERIFIER, label: 'Verify all micro-frontends' },
  ];
  const [chosenName, setName] = useState<string>();
  const name = chosenName ?? data?.apps.find((app) => app.registration)?.name ?? VERIFIER;
  const { mutate, isPending, error, data: created } = useMutation(createTokenMutation(useQueryClient()));
  return (
    <TokenForm
      placeholder="CI pipeline"
      onCreate={(label, onSuccess) => mutate({ name: name === VERIFIER ? null : name, label }, { onSuccess })}
      busy={isPending}
      error={error}
      created={created && { token: created.token, variable: SECRETS[created.scope] }}
    >
      <Select
        label="Permission"
        fieldClassName="w-56"
        options={options}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </TokenForm>
  );
}
