import { createUploadTokenMutation, revokeUploadTokenMutation, uploadTokensQuery } from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { TokenForm, TokenRow } from '../tokens/tokens.tsx';

/** Tokens for programs that upload files, such as the import in a scanning room. */
export function UploadTokens() {
  return (
    <section aria-labelledby="upload-tokens">
      <h2 id="upload-tokens" className="text-21">
        Upload tokens
      </h2>
      <p className="max-w-measure py-2 text-faded">
        A program with a token, such as <code>npm run media -- import</code>, can only upload files and add them to
        voyages, albums, and people.
      </p>
      <NewUploadToken />
      <div className="mt-4">
        <TokenList />
      </div>
    </section>
  );
}

function TokenList() {
  const client = useQueryClient();
  const query = useQuery(uploadTokensQuery());
  const { data } = query;
  if (!data) return <QueryState query={query} failed="Can’t load the tokens" loading="Loading tokens..." />;
  if (data.length === 0) return <p className="border-y border-rule py-4 text-faded">No tokens yet.</p>;
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {data.map((token) => (
        <TokenRow
          key={token.token_id}
          token={token}
          consequence="Programs that use this token will stop working. Files that they have uploaded are kept."
          revocation={revokeUploadTokenMutation(client)}
        />
      ))}
    </ul>
  );
}

function NewUploadToken() {
  const { mutate, isPending, error, data } = useMutation(createUploadTokenMutation(useQueryClient()));
  return (
    <TokenForm
      placeholder="Scanning room"
      onCreate={(label, onSuccess) => mutate({ label }, { onSuccess })}
      busy={isPending}
      error={error}
      created={data && { token: data.token, variable: 'UPLOAD_TOKEN' }}
    />
  );
}
