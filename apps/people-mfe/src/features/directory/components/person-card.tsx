import { Link } from '@archive/router';
import { Avatar, SkeletonBlock, SkeletonLine } from '@archive/ui';

export interface PersonCardProps {
  slug: string;
  name: string;
  /** Thumbnail of the portrait. */
  portrait: string | null;
  role: string | null;
  organization: string | null;
  /** Last line, in small type: years, voyages, or appearances. */
  note: string | null;
}

/** One person in the directory. The whole card is the link. */
export function PersonCard({ slug, name, portrait, role, organization, note }: PersonCardProps) {
  return (
    <li className="group relative flex min-h-28 items-start gap-4 rounded border border-rule bg-leaf p-4 transition-[border-color,box-shadow] hover:border-brass hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brass">
      <Avatar name={name} src={portrait} />
      <div className="min-w-0">
        <Link
          to={`/people/${slug}`}
          className="font-serif text-17 leading-tight font-semibold text-ink after:absolute after:inset-0 group-hover:text-navy focus-visible:outline-none"
        >
          {name}
        </Link>
        {role && <p className="mt-0.5 text-15 leading-tight text-faded">{role}</p>}
        {organization && <p className="mt-0.5 text-13 text-faded">{organization}</p>}
        {note && <p className="mt-1 text-13 text-faded tabular-nums">{note}</p>}
      </div>
    </li>
  );
}

/** Placeholder for a person in a page of the list that has not loaded yet. */
export function PlaceholderCard() {
  return (
    <li aria-hidden className="flex h-28 items-start gap-4 rounded border border-rule p-4">
      <SkeletonBlock className="size-11 rounded-full" />
      <SkeletonLine className="mt-2 w-1/2" />
    </li>
  );
}
