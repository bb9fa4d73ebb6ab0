import { renderRoute } from '@archive/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { EditModeSwitch, useEditMode } from './session.tsx';
import { Link, Outlet } from '@archive/router';

function Editable() {
  return <p>{useEditMode().editing ? 'editing' : 'reading'}</p>;
}

const routes = [
  {
    element: (
      <>
        <EditModeSwitch />
        <Link to="/other">Other</Link>
        <Outlet />
      </>
    ),
    children: [
      { index: true, element: <Editable /> },
      { path: 'other', element: <p>only to read</p> },
    ],
  },
];

beforeEach(() => sessionStorage.clear());

test('the switch toggles edit mode and is stored for the session', async () => {
  const { user, unmount } = await renderRoute(routes, '/');
  expect(screen.getByText('reading')).toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'Edit Mode' }));
  expect(screen.getByText('editing')).toBeInTheDocument();
  unmount();
  await renderRoute(routes, '/');
  expect(screen.getByText('editing')).toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'Edit Mode' })).toBeChecked();
});

test('a screen with nothing to edit has no switch', async () => {
  const { router } = await renderRoute(routes, '/');
  expect(screen.getByRole('switch')).toBeInTheDocument();
  await act(() => router.navigate('/other'));
  expect(screen.queryByRole('switch')).toBeNull();
});
