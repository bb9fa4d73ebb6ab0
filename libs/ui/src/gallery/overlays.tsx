import {
  Button,
  ConfirmDialog,
  Dialog,
  DownloadMenu,
  IconButton,
  Menu,
  Sheet,
  Tabs,
  TextField,
  Tooltip,
  toast,
} from '../index.ts';
import { useState } from 'react';
import { MoreHorizontal, Pencil, Printer } from '../icons.ts';
import { Section, Example } from './frame.tsx';

type OpenOverlay = 'dialog' | 'confirm' | 'sheet' | undefined;

/** Overlay components. */
export function Overlays() {
  const [opened, setOpened] = useState<OpenOverlay>();
  const close = () => setOpened(undefined);
  return (
    <Section title="Overlays">
      <Example name="Dialog, ConfirmDialog, Sheet, Menu, DownloadMenu, Tooltip" row>
        <Button onClick={() => setOpened('dialog')}>Dialog</Button>
        <Button onClick={() => setOpened('confirm')}>ConfirmDialog</Button>
        <Button onClick={() => setOpened('sheet')}>Sheet</Button>
        <Menu
          trigger={<IconButton plain label="More" icon={<MoreHorizontal aria-hidden />} />}
          items={[
            { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => toast('Edit') },
            { label: 'Print', icon: <Printer aria-hidden />, href: '/gallery' },
            { label: 'Not now', disabled: true },
            { label: 'Delete', danger: true, onSelect: () => setOpened('confirm') },
          ]}
        />
        <DownloadMenu
          label="Export"
          files={[
            { label: 'CSV, for spreadsheets', href: '/gallery?csv' },
            { label: 'JSON', href: '/gallery?json' },
          ]}
        />
        <Tooltip text="Sixteen crew berths forward">
          <Button variant="quiet">Tooltip</Button>
        </Tooltip>
      </Example>
      <Example name="Tabs">
        <Tabs
          label="Parts of the voyage"
          items={[
            { value: 'people', label: 'People', content: 'Nine passengers.' },
            { value: 'media', label: 'Media', content: 'Three photographs.' },
            { value: 'sources', label: 'Sources', content: 'Two newspapers.' },
          ]}
        />
      </Example>
      <Dialog
        open={opened === 'dialog'}
        onOpenChange={close}
        title="Edit person"
        description="Changes are kept with who made them and when."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Save
            </Button>
          </>
        }
      >
        <div className="ui:space-y-4">
          <TextField label="Full name" defaultValue="Chester W. Nimitz" />
          <TextField label="Role or title" defaultValue="Fleet Admiral" />
        </div>
      </Dialog>
      <ConfirmDialog
        open={opened === 'confirm'}
        onOpenChange={close}
        danger
        title="Delete this album?"
        description="Its three photographs stay in the library."
        confirmText="Delete album"
        onConfirm={close}
      />
      <Sheet open={opened === 'sheet'} onOpenChange={close} title="Menu">
        <nav aria-label="Sample">
          <ul className="ui:divide-y ui:divide-rule ui:font-serif ui:text-21">
            {['Home', 'Voyages', 'Passengers', 'Media Explorer'].map((name) => (
              <li key={name} className="ui:py-3">
                {name}
              </li>
            ))}
          </ul>
        </nav>
      </Sheet>
    </Section>
  );
}
