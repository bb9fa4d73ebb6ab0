import { Suspense, cloneElement, lazy, useState } from 'react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** Goes somewhere; without it `onSelect` does something. */
  href?: string;
  /** What `href` answers is a file to be kept. */
  download?: boolean;
  onSelect?: () => void;
};

export type MenuProps = {
  /** The button that opens it, for example an IconButton. */
  trigger: ReactElement<ComponentProps<'button'>>;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end';
};

const load = () => import('./menu-list.tsx');
const MenuList = lazy(() => load().then(({ MenuList }) => ({ default: MenuList })));

/** A menu of commands. Its machinery (16 KB) is fetched on first pointing, focus or press; the press is not lost. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const start = () => {
    setOpen(true);
    setWanted(true);
  };
  const waiting = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: start,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      start();
    },
  });
  if (!wanted) return waiting;
  return (
    <Suspense fallback={waiting}>
      <MenuList {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}
