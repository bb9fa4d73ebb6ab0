import type { Person } from '@archive/contracts';
import { TagLinks } from '@archive/editing';
import { DefinitionList, TextLink } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { lifespan } from '../../lifespan.ts';
import { roleOfPerson } from '../../role-of.ts';

const isWikipedia = (url: string) => /^https?:\/\/[\w-]+(?:\.m)?\.wikipedia\.org\//.test(url);

export function PersonalInformation({ person }: { person: Person }) {
  const { wikipedia_url: url } = person;
  return (
    <aside className="space-y-10">
      <section aria-labelledby="personal-information">
        <h2 id="personal-information" className="mb-3 text-21">
          Personal Information
        </h2>
        <DefinitionList
          items={[
            { term: 'Full name', detail: person.full_name },
            { term: 'Also known as', detail: person.aliases.join('; ') || null },
            { term: 'Role/Title', detail: roleOfPerson(person) },
            { term: 'Organization', detail: person.organization },
            { term: 'Lifespan', detail: lifespan(person) },
            {
              term: isWikipedia(url ?? '') ? 'Wikipedia' : 'More',
              detail: url && (
                <TextLink href={url}>{isWikipedia(url) ? 'Read the article' : new URL(url).host}</TextLink>
              ),
            },
            { term: 'Tags', detail: person.tags.length > 0 ? <TagLinks tags={person.tags} /> : null },
          ]}
        />
      </section>
      {person.notes_internal && (
        <section aria-labelledby="internal-notes">
          <h2 id="internal-notes" className="mb-3 text-21">
            Internal Notes
          </h2>
          <Prose>{person.notes_internal}</Prose>
        </section>
      )}
    </aside>
  );
}
