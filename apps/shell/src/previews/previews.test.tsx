import { accessibilityProblems, aRegistry, mockApi, noContent, problem, renderRoute } from '@archive/testing';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { OverrideBanner } from '../notices/notices.tsx';
import { renderApp, signedIn } from '../test/render-app.tsx';
import { PreviewPage } from './preview-page.tsx';

const api = mockApi();
const app = aRegistry().apps['people']!;
const proposed = {
  ...app,
  version: '1.5.0',
  state: 'candidate' as const,
  published_at: '2026-11-20T09:30:00.000Z',
  published_by: 'pipeline of people: CI',
  digest: null,
  check_passed: null,
  previewed: false,
};

beforeEach(() => signedIn(api));

describe('the preview page', () => {
  test('replaces the page, and says which version would load and what that means', async () => {
    const { container } = await renderApp('/', { overrides: [{ name: 'people', requested: '1.5.0', proposed }] });
    expect(await screen.findByRole('heading', { name: 'Preview Passengers 1.5.0?' })).toBeVisible();
    expect(screen.getByText('Not released')).toBeVisible();
    expect(screen.getByText(/by pipeline of people: CI$/)).toBeVisible();
    expect(screen.getByText('Not run yet')).toBeVisible();
    expect(screen.getByText(/It can read, change, and delete everything that you can/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'About the archive' })).toBeNull();
    expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull();
    expect(document.title).toMatch(/^Preview Passengers 1\.5\.0\? · /);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  const open = async () => {
    const onAgreed = jest.fn();
    const onDeclined = jest.fn();
    const element = <PreviewPage name="people" proposed={proposed} onAgreed={onAgreed} onDeclined={onDeclined} />;
    return { onAgreed, onDeclined, ...(await renderRoute([{ path: '/', element }], '/')) };
  };

  test('loads the version after the server has recorded the user’s consent', async () => {
    api.respond('PUT /api/frontends/{name}/preview', noContent);
    const { user, onAgreed } = await open();
    expect(api.requests('PUT /api/frontends/{name}/preview')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Load the preview' }));
    await waitFor(() => expect(onAgreed).toHaveBeenCalledTimes(1));
    expect(api.requests('PUT /api/frontends/{name}/preview')).toMatchObject([
      { params: { name: 'people' }, body: { version: '1.5.0' } },
    ]);
  });

  test('says why a preview can’t start, and loads nothing', async () => {
    api.respond('PUT /api/frontends/{name}/preview', problem(404, 'people has no version 1.5.0.'));
    const { user, onAgreed } = await open();
    await user.click(screen.getByRole('button', { name: 'Load the preview' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Passengers has no version 1.5.0.');
    expect(onAgreed).not.toHaveBeenCalled();
  });

  test('offers the live version without a request', async () => {
    const { user, onDeclined } = await open();
    await user.click(screen.getByRole('button', { name: 'Use the live version' }));
    expect(onDeclined).toHaveBeenCalledTimes(1);
    expect(api.requests('PUT /api/frontends/{name}/preview')).toEqual([]);
  });
});

describe('the banner of a preview', () => {
  const rejected = { name: 'media', requested: '9.9.9', reason: 'Media Explorer has no version 9.9.9.' };

  test('is on every page', async () => {
    const overrides = [{ name: 'people', requested: '1.5.0', app }, rejected];
    const { container } = await renderApp('/', { overrides });
    const banner = within(screen.getByRole('complementary', { name: 'Preview' }));
    expect(banner.getByText(/Passengers 1\.5\.0 instead of the live version/)).toBeVisible();
    expect(banner.getByText('Can’t show Media Explorer 9.9.9. Media Explorer has no version 9.9.9.')).toBeVisible();
    expect(banner.getByRole('button', { name: 'Exit preview' })).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('links back to the live version', async () => {
    const onLeave = jest.fn();
    const overrides = [rejected];
    const element = <OverrideBanner overrides={overrides} onLeave={onLeave} />;
    const { user } = await renderRoute([{ path: '/', element }], '/');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(onLeave).toHaveBeenCalledWith(overrides);
  });
});
