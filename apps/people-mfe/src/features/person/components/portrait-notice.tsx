import type { Person } from '@archive/contracts';
import { Notice, TextLink } from '@archive/ui';

/** For curators: why a portrait is not shown. */
export function PortraitNotice({ person: { portrait, portrait_url, portrait_alt } }: { person: Person }) {
  if (portrait === null || portrait_url !== null) return null;
  const isDeleted = portrait_alt === null;
  return (
    <Notice className="mt-6" tone={isDeleted ? 'warning' : 'info'} title="The portrait is not shown">
      {isDeleted ? (
        <>
          The image was deleted. <TextLink href="/changes?kind=media&action=delete">Restore it</TextLink>, or choose
          another portrait.
        </>
      ) : (
        'The thumbnail isn’t ready yet. Initials are shown until it is.'
      )}
    </Notice>
  );
}
