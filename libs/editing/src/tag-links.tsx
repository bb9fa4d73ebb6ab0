import { Anchor, Badge } from '@archive/ui';

/** URL of the search for everything with a tag. */
export const tagHref = (tag: string): string => `/search?${new URLSearchParams({ tag })}`;

/** Tags as links to everything that has them. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Anchor href={tagHref(tag)} className="group rounded-sm">
            <Badge className="max-w-full group-hover:border-brass group-hover:text-ink">
              <span className="truncate">{tag}</span>
            </Badge>
          </Anchor>
        </li>
      ))}
    </ul>
  );
}
