import { beforeAll, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DownloadMenu,
  IconButton,
  loadOverlays,
  Menu,
  PortalScope,
  Sheet,
  Tabs,
  TextField,
  toast,
  Toaster,
  Tooltip,
} from '../index.ts';

beforeAll(async () => void (await loadOverlays()));

function Sample() {
  const [open, setOpen] = useState(false);
  return (
    <PortalScope value="people">
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Edit person"
        description="Changes are kept."
        footer={<Button>Save</Button>}
      >
        <TextField label="Full name" />
      </Dialog>
    </PortalScope>
  );
}

test('a dialog traps focus, closes on Escape and returns focus', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Edit person' });
  expect(dialog).toHaveAccessibleDescription('Changes are kept.');
  for (let step = 0; step < 5; step++) {
    await user.tab();
    expect(dialog).toContainElement(document.activeElement as HTMLElement);
  }
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(opener).toHaveFocus();
});

test('the action of a toast leaves a dialog open', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const undo = jest.fn();
  render(
    <>
      <Sample />
      <Toaster />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  act(() => void toast.success('Deleted', { action: { label: 'Undo', onClick: undo } }));
  await user.click(screen.getByText('Undo'));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  await user.click(document.body);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a long dialog scrolls by keyboard, even without focusable content', () => {
  const long = jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  try {
    const { rerender } = render(
      <Dialog open onOpenChange={() => undefined} title="What became of each">
        <p>One thousand lines</p>
      </Dialog>,
    );
    expect(screen.getByText('One thousand lines').parentElement).toHaveAttribute('tabindex', '0');
    rerender(
      <Dialog open onOpenChange={() => undefined} title="What became of each">
        <p>One thousand lines</p>
        <Button>More</Button>
      </Dialog>,
    );
    expect(screen.getByText('One thousand lines').parentElement).not.toHaveAttribute('tabindex');
  } finally {
    long.mockRestore();
  }
});

test('portaled content has the data-mfe attribute of its application', async () => {
  const user = userEvent.setup();
  render(<Sample />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect((await screen.findByRole('dialog')).closest('[data-mfe]')).toHaveAttribute('data-mfe', 'people');
});

test('downloads are plain links and work by keyboard', async () => {
  const user = userEvent.setup();
  const pressed = jest.fn<(href: string) => void>();
  render(
    <div
      role="presentation"
      onClick={(event) => {
        const link = (event.target as Element).closest('a');
        if (!link) return;
        event.preventDefault();
        pressed(link.getAttribute('href') ?? '');
      }}
    >
      <DownloadMenu
        label="Export"
        files={[
          { label: 'CSV', href: '/api/export/people?format=csv' },
          { label: 'JSON', href: '/api/export/people?format=json' },
        ]}
      />
    </div>,
  );
  const button = () => screen.getByRole('button', { name: 'Export' });
  button().focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('menuitem', { name: 'CSV' })).toHaveAttribute('download');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(pressed).toHaveBeenCalledTimes(1);
  expect(pressed.mock.calls[0]?.[0]).toMatch(/^\/api\/export\/people\?format=(?:csv|json)$/);
  await waitFor(() => expect(button()).toHaveFocus());
});

test('overlays add no style element, which the Content-Security-Policy forbids', async () => {
  const user = userEvent.setup();
  const before = document.querySelectorAll('style').length;
  render(
    <>
      <Sample />
      <Menu trigger={<Button>More</Button>} items={[{ label: 'Edit' }]} />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Edit' });
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  expect(document.querySelectorAll('style')).toHaveLength(before);
});

test('a confirmation focuses Cancel and ignores clicks outside', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const change = jest.fn();
  const confirm = jest.fn();
  render(
    <ConfirmDialog
      open
      onOpenChange={change}
      title="Delete this album?"
      description="Its photographs stay."
      confirmText="Delete album"
      danger
      onConfirm={confirm}
    />,
  );
  const question = screen.getByRole('alertdialog', { name: 'Delete this album?' });
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(document.querySelector('[data-scroll-lock]')!);
  expect(change).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Delete album' }));
  expect(confirm).toHaveBeenCalledTimes(1);
});

test('a sheet is a named dialog with a close button', async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(
    <Sheet open onOpenChange={change} title="Menu" hideTitle>
      <p>Links</p>
    </Sheet>,
  );
  expect(screen.getByRole('dialog', { name: 'Menu' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(change).toHaveBeenCalledWith(false);
});

test('the first click on a menu opens it once loaded; arrow keys and Enter choose', async () => {
  const user = userEvent.setup();
  const edit = jest.fn();
  render(
    <PortalScope value="media">
      <Menu
        trigger={<IconButton plain label="More" icon={null} />}
        items={[{ label: 'Print' }, { label: 'Edit', onSelect: edit }]}
      />
    </PortalScope>,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  const menu = await screen.findByRole('menu');
  expect(menu.closest('[data-mfe]')).toHaveAttribute('data-mfe', 'media');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(edit).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

function MenuThenQuestion() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu trigger={<Button>More</Button>} items={[{ label: 'Delete', onSelect: () => setOpen(true) }]} />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete?"
        description="It goes."
        confirmText="Delete it"
        onConfirm={() => setOpen(false)}
      />
    </>
  );
}

test('a confirmation opened from a menu returns focus to it', async () => {
  const user = userEvent.setup();
  render(<MenuThenQuestion />);
  const trigger = screen.getByRole('button', { name: 'More' });
  await user.click(trigger);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
});

test('arrow keys switch tabs', async () => {
  const user = userEvent.setup();
  render(
    <Tabs
      label="Parts"
      items={[
        { value: 'a', label: 'People', content: 'Nine' },
        { value: 'b', label: 'Media', content: 'Three' },
      ]}
    />,
  );
  await screen.findByRole('tab', { name: 'People' });
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'Media' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Three');
});

test('a tooltip shows on keyboard focus, describes its element and hides on Escape', async () => {
  const user = userEvent.setup();
  render(
    <PortalScope value="voyages">
      <Tooltip text="Sixteen berths">
        <button type="button">Crew</button>
      </Tooltip>
    </PortalScope>,
  );
  await user.tab();
  const bubble = await screen.findByRole('tooltip');
  expect(screen.getByRole('button', { name: 'Crew' })).toHaveAccessibleDescription('Sixteen berths');
  expect(bubble.closest('[data-mfe]')).toHaveAttribute('data-mfe', 'voyages');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});

test('the tooltip of an icon button is not announced twice', async () => {
  const user = userEvent.setup();
  render(<IconButton label="Edit" icon={null} />);
  await user.hover(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByText('Edit')).toHaveAttribute('aria-hidden', 'true');
  expect(screen.getByRole('button', { name: 'Edit' })).not.toHaveAccessibleDescription();
});
