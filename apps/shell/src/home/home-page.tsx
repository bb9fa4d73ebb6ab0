import { useArchive, usePageTitle } from '@archive/shell-api';
import { Notice, TextLink, today } from '@archive/ui';
import { useState } from 'react';
import { HomeCards } from './home-cards.tsx';

export function HomePage() {
  usePageTitle('Home');
  const [day] = useState(() => today().slice(5));
  return (
    <div className="flex flex-col gap-10">
      <header className="max-w-measure">
        <h1 className="font-serif text-35 md:text-48">About the archive</h1>
        <p className="mt-4 text-17 text-faded">
          For more than four decades, the yacht Sequoia carried presidents of the United States down the Potomac with
          their families, guests, and crews. This archive is a log of those voyages: who was aboard, where they went,
          what people said about them, and the sources that document them.
        </p>
      </header>
      <HomeCards day={day} />
      <MigrationNotice />
    </div>
  );
}

function MigrationNotice() {
  const { migration_document_url: url } = useArchive();
  return (
    <Notice title="Help needed">
      Many voyages are still only in{' '}
      {url ? <TextLink href={url}>an external shared document</TextLink> : 'an external shared document'}. To help
      migrate them, {url ? 'open the document, choose a voyage that isn’t here yet,' : 'choose one that isn’t here yet'}{' '}
      and add it with the <TextLink href="/voyages/new">voyage editor</TextLink>. You can also{' '}
      <TextLink href="/voyages/import">import a whole file of voyages</TextLink> at once.
    </Notice>
  );
}
