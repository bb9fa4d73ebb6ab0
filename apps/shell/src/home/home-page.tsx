import { useArchive, usePageTitle } from '@archive/shell-api';
import { Notice, TextLink } from '@archive/ui';
import { useState } from 'react';
import { HomeCards } from './home-cards.tsx';

/** `MM-DD` of today, where the reader is. */
function today(): string {
  const now = new Date();
  return [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

export function HomePage() {
  usePageTitle('Home');
  const [day] = useState(today);
  return (
    <div className="flex flex-col gap-10">
      <header className="max-w-measure">
        <h1 className="font-serif text-35 md:text-48">About the archive</h1>
        <p className="mt-4 text-17 text-faded">
          For more than four decades the yacht Sequoia carried presidents of the United States down the Potomac, and
          with them their families, their guests and their crews. This archive keeps a log of those voyages: who was
          aboard, where they went, what was said about it, and the sources that tell.
        </p>
      </header>
      <HomeCards day={day} />
      <MigrationNotice />
    </div>
  );
}

function MigrationNotice() {
  const { migration_document_url: address } = useArchive();
  return (
    <Notice title="Help is needed">
      Many voyages still stand only in{' '}
      {address ? <TextLink href={address}>an external shared document</TextLink> : 'an external shared document'} and
      wait to be migrated into the archive. If you can help, open the document, choose a voyage that is not here yet,
      and log it with the voyage editor. A whole document of voyages can also be{' '}
      <TextLink href="/voyages/import">imported</TextLink>.
    </Notice>
  );
}
