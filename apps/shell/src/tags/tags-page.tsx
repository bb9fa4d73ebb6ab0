import { tagsQuery } from '@archive/api-client';
import type { Tag } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Button,
  Checkbox,
  EmptyState,
  formatCount,
  NoMatchesState,
  PageHeader,
  SearchField,
  TextLink,
} from '@archive/ui';
import { useState } from 'react';
import { urlOfTag } from '../search/search-url.ts';
import { RenameDialog } from './rename-dialog.tsx';

const withoutAccents = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** /tags: all tags with the number of records. In Edit Mode, tags can be renamed and merged. */
export function TagsPage() {
  usePageTitle('Tags');
  const query = useQuery(tagsQuery());
  const { data: tags } = query;
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title="Tags" lede="Keywords for finding media and people." />
      {!tags ? (
        <QueryState query={query} failed="Can’t load the tags" loading="Loading tags..." />
      ) : tags.length === 0 ? (
        <EmptyState title="No tags yet">Add tags when you edit media or people.</EmptyState>
      ) : (
        <TagList tags={tags} />
      )}
    </div>
  );
}

function TagList({ tags }: { tags: Tag[] }) {
  const { editing } = useEditMode();
  const [filterText, setTyped] = useState('');
  const [chosenTags, setChosen] = useState<string[]>([]);
  const [isOpen, setOpen] = useState(false);
  const shownTags = tags.filter(({ tag }) => withoutAccents(tag).includes(withoutAccents(filterText.trim())));
  const selected = tags.filter(({ tag }) => chosenTags.includes(tag));
  const toggle = (tag: string) =>
    setChosen((current) => (current.includes(tag) ? current.filter((item) => item !== tag) : [...current, tag]));
  return (
    <>
      <SearchField label="Search tags" placeholder="Search tags" value={filterText} onValueChange={setTyped} />
      {editing && (
        <section aria-label="Selection" className="flex flex-wrap items-center gap-2">
          <output className="mr-auto text-13 tabular-nums">
            {selected.length === 0
              ? 'Select one tag to rename it, or two or more to merge them.'
              : `${formatCount(selected.length, 'tag')} selected`}
          </output>
          {selected.length > 0 && (
            <>
              <Button size="small" onClick={() => setChosen([])}>
                Clear selection
              </Button>
              <Button size="small" onClick={() => setOpen(true)}>
                {selected.length > 1 ? 'Merge' : 'Rename'}
              </Button>
            </>
          )}
        </section>
      )}
      {shownTags.length === 0 && (
        <NoMatchesState title="No matching tags" action={<Button onClick={() => setTyped('')}>Show all tags</Button>} />
      )}
      <ul aria-label="Tags" className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {shownTags.map((item) => (
          <li key={item.tag} className="flex min-h-11 items-center gap-3 border-b border-rule">
            {editing && (
              <Checkbox
                label={<span className="sr-only">Select {item.tag}</span>}
                checked={chosenTags.includes(item.tag)}
                onChange={() => toggle(item.tag)}
              />
            )}
            <span className="min-w-0 flex-1 wrap-anywhere">
              <TextLink href={urlOfTag(item.tag)}>{item.tag}</TextLink>
            </span>
            <span className="shrink-0 text-13 text-faded tabular-nums">{countsOf(item)}</span>
          </li>
        ))}
      </ul>
      {isOpen && selected.length > 0 && (
        <RenameDialog
          tags={selected}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setChosen([]);
          }}
        />
      )}
    </>
  );
}

const countsOf = ({ media_count: media, people_count: people }: Tag) =>
  [media > 0 && formatCount(media, 'media item'), people > 0 && formatCount(people, 'person', 'people')]
    .filter(Boolean)
    .join(' · ');
