import { Download } from '../icons.ts';
import { Button } from '../buttons/button.tsx';
import { Menu } from './menu.tsx';

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
