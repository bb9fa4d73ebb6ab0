import { Spinner } from '@archive/ui';

/** Before it is known who is there. `away`: the server has not answered and is asked again. */
export function StartingScreen({ away }: { away: boolean }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-paper px-6 text-center text-faded">
      <output className="flex flex-col items-center gap-4">
        <Spinner className="size-8 text-brass" />
        {away ? (
          <span>
            <span className="block font-serif text-21 text-ink">The archive does not answer.</span>
            It is asked again every few seconds, and opens by itself as soon as it is back.
          </span>
        ) : (
          <span className="sr-only">Opening the archive…</span>
        )}
      </output>
    </main>
  );
}
