import { useArchive, usePageTitle } from '@archive/shell-api';
import { Pennant } from '@archive/ui';
import { DuskScene } from '@archive/ui/dusk-scene';
import { LoginForm, type LoginFormProps } from './login-form.tsx';

/** Shown instead of any route while no one is signed in. */
export function LoginScreen({ onSignedIn }: Pick<LoginFormProps, 'onSignedIn'>) {
  const archive = useArchive();
  usePageTitle('Sign in');
  return (
    <main className="grid min-h-dvh grid-rows-[minmax(11rem,34dvh)_1fr] bg-paper md:grid-cols-[1.15fr_1fr] md:grid-rows-1">
      <DuskScene className="size-full object-cover" />
      <div className="flex flex-col items-center justify-center px-6 py-10 md:px-12">
        <div className="w-full max-w-sm">
          <Pennant className="mb-5 size-11" />
          <h1 className="font-serif text-35 text-ink">{archive.title}</h1>
          <p className="mt-1 mb-8 text-17 text-faded">{archive.subtitle}</p>
          <LoginForm onSignedIn={onSignedIn} />
          <p className="mt-6 border-t border-rule pt-4 text-13 text-faded">Authorized access only</p>
        </div>
      </div>
    </main>
  );
}
