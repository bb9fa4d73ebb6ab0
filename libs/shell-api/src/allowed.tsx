import type { Access } from '@archive/contracts';
import { EmptyState } from '@archive/ui';
import type { ReactNode } from 'react';
import { useAllows, useSession } from './session.tsx';

/** A page for those who have this access. Others learn why they don't see it. */
export function Allowed({ access, children }: { access: Access; children: ReactNode }) {
  const { role } = useSession();
  const isAllowed = useAllows(access);
  if (isAllowed || role === null) return children;
  return (
    <EmptyState level={1} title="Your role doesn’t include this page">
      Ask an administrator of the archive if you need it.
    </EmptyState>
  );
}
