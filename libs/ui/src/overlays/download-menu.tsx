import { Download } from '../icons.ts';
import { Button } from '../forms/button.tsx';
import { Menu } from './menu.tsx';

export type DownloadMenuProps = {
  /** Says what is given: "Export". */
  label: string;
  /** Files to choose from, each a plain link that the browser saves. */
  files: readonly { label: string; href: string }[];
};

/** A quiet button with the forms in which what is on the page can be taken along. It does not print. */
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
