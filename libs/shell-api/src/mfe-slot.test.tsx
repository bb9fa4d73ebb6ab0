import { mockApi, noContent, renderRoute } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { MfeSlot } from './mfe-slot.tsx';
import { CONTRACT } from './contract.ts';
import { Fill, RemoteComponent } from './remote-component.tsx';
import { FAILURE_TTL_MS, installRemoteHost, LOAD_TIMEOUT_MS } from './remote-modules.ts';

const api = mockApi();
const load = jest.fn<(remote: string, exposed: string, again: boolean) => Promise<unknown>>();
let errors: ReturnType<typeof jest.spyOn>;

const people = { page: () => <h1>Passengers</h1> };
type People = typeof people;

const slot = () => (
  <>
    <p>The shell</p>
    <MfeSlot remote="people" exposed="./routes" loading={<p>Loading</p>}>
      {(module) => (module as People).page()}
    </MfeSlot>
  </>
);
const show = (element = slot()) => renderRoute([{ index: true, element }], '/');
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const failures = () => api.requests('POST /api/frontends/failures').map(({ body }) => body);
const thrown = (version: string) => ({
  name: 'people',
  version,
  message: 'TypeError: nothing there',
  phase: 'render',
  page: { people: version },
});

beforeEach(() => {
  errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  load.mockReset();
  installRemoteHost({ load, versionOf: () => '1.4.0' });
  api.respond('POST /api/frontends/failures', noContent);
});
afterEach(() => {
  errors.mockRestore();
  jest.useRealTimers();
});

describe('remote slot', () => {
  test('shows a skeleton, then the remote in its own scope', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    load.mockReturnValue(promise);
    await show();
    expect(screen.getByText('Loading')).toBeVisible();
    await act(async () => resolve(people));
    expect(screen.getByRole('heading', { name: 'Passengers' }).closest('[data-mfe]')).toHaveAttribute(
      'data-mfe',
      'people',
    );
  });

  test('loads a module once, however often it renders', async () => {
    load.mockResolvedValue(people);
    const { unmount } = await show(
      <>
        {slot()}
        {slot()}
      </>,
    );
    unmount();
    await show();
    expect(screen.getByRole('heading', { name: 'Passengers' })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('shows an error for an unavailable remote and recovers with Retry', async () => {
    load.mockRejectedValueOnce(new Error('404'));
    const { user } = await show();
    expect(screen.getByRole('alert')).toHaveTextContent('This page couldn’t be loaded');
    expect(screen.getByText('The shell')).toBeVisible();

    load.mockResolvedValueOnce(people);
    await act(() => user.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findByRole('heading', { name: 'Passengers' })).toBeVisible();
    expect(load.mock.calls.map(([, , again]) => again)).toEqual([false, true]);
  });

  test('times out on a remote that never loads', async () => {
    jest.useFakeTimers();
    load.mockReturnValue(new Promise(() => undefined));
    await show();
    await wait(LOAD_TIMEOUT_MS - 1);
    expect(screen.queryByRole('alert')).toBeNull();
    await wait(1);
    expect(screen.getByRole('alert')).toBeVisible();
  });

  test('retries a failed remote after ten seconds, not on each render', async () => {
    jest.useFakeTimers();
    load.mockRejectedValue(new Error('404'));
    const first = await show();
    first.unmount();
    const second = await show();
    expect(load).toHaveBeenCalledTimes(1);
    second.unmount();
    await wait(FAILURE_TTL_MS);
    await show();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('isolates a remote that throws, and renders it again after navigation', async () => {
    let broken = true;
    load.mockResolvedValue({
      page: () => {
        if (broken) throw new Error('no such voyage');
        return <h1>Passengers</h1>;
      },
    });
    const slotWith = (resetKey: string) => (
      <>
        <p>The shell</p>
        <MfeSlot remote="people" exposed="./routes" resetKey={resetKey}>
          {(module) => (module as People).page()}
        </MfeSlot>
      </>
    );
    const { router } = await renderRoute(
      [
        { path: 'a', element: slotWith('/a') },
        { path: 'b', element: slotWith('/b') },
      ],
      '/a',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong on this page');
    expect(screen.getByText('The shell')).toBeVisible();
    broken = false;
    await act(() => router.navigate('/b'));
    expect(screen.getByRole('heading', { name: 'Passengers' })).toBeVisible();
  });

  test('reports each failure once, with name, version, message, phase and the versions on the page', async () => {
    load.mockRejectedValueOnce(new Error('404'));
    const { unmount } = await show();
    expect(failures()).toEqual([
      { name: 'people', version: '1.4.0', message: 'RemoteLoadError: 404', phase: 'load', page: { people: '1.4.0' } },
    ]);
    unmount();

    installRemoteHost({ load, versionOf: () => '1.4.1' });
    load.mockResolvedValueOnce({
      page: () => {
        throw new TypeError('nothing there');
      },
    });
    await show();
    expect(failures().slice(1)).toEqual([thrown('1.4.1')]);
  });
});

describe('a remote', () => {
  const shownReports = () => api.requests('POST /api/frontends/shown').map(({ body }) => body);

  test('is reported as shown once per page, after rendering', async () => {
    api.respond('POST /api/frontends/shown', noContent);
    load.mockResolvedValue(people);
    installRemoteHost({ load, versionOf: () => '1.5.0' });
    const again = await show();
    again.unmount();
    await show();
    expect(shownReports()).toEqual([{ name: 'people', version: '1.5.0', page: { people: '1.5.0' } }]);
  });

  test('that throws while rendering is not reported as shown', async () => {
    installRemoteHost({ load, versionOf: () => '1.6.0' });
    load.mockResolvedValue({
      page: () => {
        throw new TypeError('nothing there');
      },
    });
    await show();
    expect(shownReports()).toEqual([]);
    expect(failures()).toEqual([thrown('1.6.0')]);
  });
});

describe('a component of another remote', () => {
  const lightbox = (
    <RemoteComponent
      remote="media"
      exposed="./lightbox"
      props={{ items: [], start: 0, onClose: () => undefined }}
      fallback="Pictures cannot be enlarged at the moment."
    />
  );

  test('renders with its props', async () => {
    load.mockResolvedValue({ component: ({ items }: { items: unknown[] }) => <p>{items.length} pictures</p> });
    await show(lightbox);
    expect(screen.getByText('0 pictures')).toBeVisible();
  });

  test('falls back to a sentence when its remote is unavailable', async () => {
    load.mockRejectedValue(new Error('away'));
    await show(lightbox);
    expect(screen.getByText('Pictures cannot be enlarged at the moment.')).toBeVisible();
  });
});

describe('a page slot', () => {
  const slots = (
    <>
      <h1>About the archive</h1>
      <Fill
        remote="people"
        slot="home-card"
        props={{ day: '06-16' }}
        loading={<p>Loading</p>}
        fallback={(retry) => <button onClick={retry}>Retry</button>}
      />
    </>
  );
  const remote = (fill?: unknown) => ({ contract: CONTRACT, routes: [], fills: { 'home-card': fill } });
  const card = { component: ({ day }: { day: string }) => <p>Aboard on {day}</p> };

  const expectThePageWithoutIt = () => {
    expect(screen.getByRole('heading', { name: 'About the archive' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  };

  test('loads and renders the remote’s component in its own scope', async () => {
    const fill = jest.fn(async () => card);
    load.mockResolvedValue(remote(fill));
    await show(<p>Elsewhere</p>);
    expect(fill).not.toHaveBeenCalled();
    await show(slots);
    expect(screen.getByText('Aboard on 06-16').closest('[data-mfe]')).toHaveAttribute('data-mfe', 'people');
    expect(load).toHaveBeenCalledWith('people', './routes', false);
  });

  test.each([{ contract: CONTRACT, routes: [] }, remote()])('stays empty for a remote without one', async (module) => {
    load.mockResolvedValue(module);
    await show(slots);
    expect(screen.queryByText('Loading')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    expect(failures()).toEqual([]);
  });

  test('isolates and reports a component that throws, and recovers with Retry', async () => {
    const Broken = () => {
      throw new TypeError('nothing there');
    };
    load.mockResolvedValueOnce(remote(async () => ({ component: Broken })));
    const { user } = await show(slots);
    expectThePageWithoutIt();
    const page = { people: '1.4.0', media: '1.4.0' };
    expect(failures()).toEqual([{ ...thrown('1.4.0'), page }]);
    load.mockResolvedValueOnce(remote(async () => card));
    await act(() => user.click(screen.getByRole('button')));
    expect(await screen.findByText('Aboard on 06-16')).toBeVisible();
    expect(load.mock.calls.map(([, , again]) => again)).toEqual([false, true]);
  });

  test.each([
    ['an unavailable remote', () => Promise.reject(new Error('404'))],
    ['a fill that fails to load', () => Promise.resolve(remote(() => Promise.reject(new Error('404'))))],
    [
      'a remote with another contract version',
      () => Promise.resolve({ ...remote(async () => card), contract: CONTRACT + 1 }),
    ],
  ])('survives %s', async (_, loadModule) => {
    load.mockImplementation(loadModule);
    await show(slots);
    expectThePageWithoutIt();
    expect(failures()).toHaveLength(1);
  });

  test('times out on a component that never loads', async () => {
    jest.useFakeTimers();
    load.mockResolvedValue(remote(() => new Promise(() => undefined)));
    await show(slots);
    await wait(LOAD_TIMEOUT_MS - 1);
    expect(screen.getByText('Loading')).toBeVisible();
    await wait(1);
    expectThePageWithoutIt();
  });
});
