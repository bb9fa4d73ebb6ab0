import { Link, useLocation } from '@archive/router';
import type { ReactNode } from 'react';
import type { NavigationLink } from '../navigation.ts';

interface PlaceLinkProps extends Pick<NavigationLink, 'to' | 'recordPath'> {
  className: string;
  children: ReactNode;
}

/** A navigation link. It is marked as current on its page, on pages below it, and on the pages of its records. */
export function PlaceLink({ to, recordPath, className, children }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const isAt = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const isCurrent = isAt(to) || (recordPath !== undefined && isAt(recordPath));
  return (
    <Link to={to} className={className} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </Link>
  );
}
