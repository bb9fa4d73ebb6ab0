import {
  activateSecondFactorMutation,
  endSecondFactorMutation,
  secondFactorQuery,
  startSecondFactorMutation,
} from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, formatDay, TextField, toast } from '@archive/ui';
import { useState } from 'react';
import { encode } from 'uqr';
import { focusField } from '../focus-field.ts';
import { fieldError, otherError } from './field-errors.ts';
import { Section } from './section.tsx';
import { ShownOnce } from './shown-once.tsx';

/** Codes from an app in addition to the password: set up, turn off. */
export function SecondFactorSection() {
  const query = useQuery(secondFactorQuery());
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const start = useMutation(startSecondFactorMutation());
  const activate = useMutation(activateSecondFactorMutation(client));
  const end = useMutation(endSecondFactorMutation(client));
  const { data } = query;
  if (!data) return <QueryState query={query} failed="Can’t load the second factor" loading="Loading..." />;
  const key = start.data;
  const { active_since: since, recovery_codes_left: left } = data;
  const recoveryCodes = activate.data?.recovery_codes;
  const submit = () => {
    if (since !== null) {
      const onSuccess = () => {
        activate.reset();
        toast.success('Second factor turned off');
      };
      end.mutate(undefined, { onSuccess });
    } else if (!key) start.mutate();
    else
      activate.mutate(code, {
        onSuccess: () => {
          start.reset();
          setCode('');
        },
      });
  };
  const cancel = () => {
    start.reset();
    activate.reset();
    setCode('');
  };
  const [mutation, action] = since !== null ? [end, 'Turn off'] : key ? [activate, 'Turn on'] : [start, 'Set up codes'];
  return (
    <Section title="Second factor" failure={otherError(mutation.error, ['code'])} onSubmit={submit}>
      <p className="text-faded">
        {since === null
          ? 'Ask for a code from an authenticator app whenever you sign in with your password. Passkeys need none.'
          : `On since ${formatDay(since)}: signing in with your password needs a code. Recovery codes left: ${left}.`}
      </p>
      {recoveryCodes && since !== null && (
        <ShownOnce title="Copy your recovery codes now. They won’t be shown again." secret={recoveryCodes.join('\n')}>
          Each works once instead of a code, if you lose your device. Keep them where others can’t find them.
        </ShownOnce>
      )}
      {key && since === null && (
        <>
          <QrCode text={key.uri} />
          <p>
            Scan this with your authenticator app, or enter the key{' '}
            <code className="wrap-anywhere">{key.secret.match(/.{4}/g)?.join(' ')}</code>
          </p>
          <TextField
            ref={focusField}
            label="Code from the app"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            value={code}
            error={fieldError(activate.error, 'code')}
            onChange={({ target }) => setCode(target.value)}
          />
        </>
      )}
      <div className="flex gap-2">
        <Button type="submit" busy={mutation.isPending}>
          {action}
        </Button>
        {key && since === null && <Button onClick={cancel}>Cancel</Button>}
      </div>
    </Section>
  );
}

/** Black on white in dark mode too, because not all apps read the reverse. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 });
  const squares = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? `M${x},${y}h1v1h-1z` : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code with the key" className="size-52!">
      <rect width={size} height={size} fill="white" />
      <path d={squares.join('')} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}
