import { Suspense, cloneElement, lazy, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { Download } from '../icons.ts';
import type { MenuProps } from './menu-list.tsx';

const load = () => import('./menu-list.tsx');
const MenuList = lazy(() => load().then(({ MenuList }) => ({ default: MenuList })));

/** A menu of commands. Its code (16 KB) loads on first hover, focus or click, and that click still opens the menu. */
export function Menu(props: MenuProps) {
  const [shouldOpen, setWanted] = useState(false);
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
  if (!shouldOpen) return waiting;
  return (
    <Suspense fallback={waiting}>
      <MenuList {...props} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
}

export type DownloadMenuProps = {
  /** Label, such as "Export". */
  label: string;
  /** Download links. */
  files: readonly { label: string; href: string }[];
};

/** A menu of downloads. Hidden in print. */
export function DownloadMenu({ label, files }: DownloadMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="small" className="ui:print:hidden" icon={<Download aria-hidden />}>
          {label}
        </Button>
      }
      items={files.map((file) => ({ ...file, download: true }))}
    />
  );
}
