import { changePasswordMutation, profileQuery, updateProfileMutation } from '@archive/api-client';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState, usePageTitle } from '@archive/shell-api';
import { Button, PageHeader, PasswordField, TextField, TextLink, toast } from '@archive/ui';
import { useState } from 'react';
import { fieldError, otherError } from './field-errors.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { roleName } from './roles.ts';
import { SecondFactorSection } from './second-factor-section.tsx';
import { Section } from './section.tsx';

/** /account: one’s own name, and how to sign in. */
export function ProfilePage() {
  usePageTitle('Your account');
  const query = useQuery(profileQuery());
  const { data } = query;
  if (!data) return <QueryState query={query} failed="Can’t load your account" loading="Loading your account..." />;
  const { name, email, role, provider, configured } = data;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Your account"
        lede={
          <>
            Signed in as {name}
            {email && ` (${email})`}, {roleName(role).toLowerCase()}.{' '}
            <TextLink href="/account/sessions">Where you’re signed in</TextLink>
          </>
        }
      />
      {configured ? (
        <p>
          The name and password of this account are in the configuration, as <code>CURATOR_USERNAME</code> and{' '}
          <code>CURATOR_PASSWORD</code>. To work under your own name, add an account for yourself on{' '}
          <TextLink href="/ops/accounts">Accounts</TextLink>.
        </p>
      ) : (
        <>
          <NameForm key={name} current={name} />
          {provider === null ? (
            <>
              <PasswordForm />
              <PasskeysSection />
              <SecondFactorSection />
            </>
          ) : (
            <p>You sign in with {provider}. Your groups there determine your role here.</p>
          )}
        </>
      )}
    </div>
  );
}

function NameForm({ current }: { current: string }) {
  const [name, setName] = useState(current);
  const { mutate, isPending, error } = useMutation(updateProfileMutation(useQueryClient()));
  const save = () => mutate({ name }, { onSuccess: () => toast.success('Name changed') });
  return (
    <Section title="Name" failure={otherError(error, ['name'])} onSubmit={save}>
      <TextField
        label="Name"
        hideLabel
        help="History records it from now on. Earlier changes keep the earlier name."
        autoComplete="name"
        maxLength={100}
        value={name}
        error={fieldError(error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" className="w-auto!" busy={isPending} disabled={name.trim() === current}>
        Change name
      </Button>
    </Section>
  );
}

function PasswordForm() {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const { mutate, isPending, error } = useMutation(changePasswordMutation(useQueryClient()));
  const save = () =>
    mutate(
      { current_password: currentPassword, new_password: newPassword },
      {
        onSuccess: () => {
          setCurrentPassword('');
          setNewPassword('');
          toast.success('Password changed. Your other devices are signed out.');
        },
      },
    );
  return (
    <Section title="Password" failure={otherError(error, ['current_password', 'new_password'])} onSubmit={save}>
      <PasswordField
        label="Current password"
        value={currentPassword}
        error={fieldError(error, 'current_password')}
        onChange={({ target }) => setCurrentPassword(target.value)}
      />
      <NewPasswordField value={newPassword} error={fieldError(error, 'new_password')} onChange={setNewPassword} />
      <Button type="submit" className="w-auto!" busy={isPending}>
        Change password
      </Button>
    </Section>
  );
}
