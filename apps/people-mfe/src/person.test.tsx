import { describe, expect, test } from '@jest/globals';
import { accessibilityProblems, aPerson, aPersonVoyage, mockApi, problem, renderRoute } from '@archive/testing';
import { screen, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (slug = 'nimitz-chester-w') => renderRoute(routes, `/people/${slug}`, { at: '/people' });

describe('a person', () => {
  test('is shown with a life and every voyage, numbered', async () => {
    api.answer(
      'GET /api/people/{slug}',
      aPerson({
        role_title: null,
        tags: ['admirals'],
        notes_internal: 'Check the **diary**.',
        voyage_count: 2,
        voyages: [
          aPersonVoyage({
            voyage_slug: 'first',
            title: 'Outing to Mount Vernon',
            capacity_role: 'Chief of Naval Operations',
          }),
          aPersonVoyage({
            voyage_slug: 'second',
            title: 'The stay aboard',
            start_date: '1949-01',
            voyage_notes: 'For the inauguration.',
          }),
        ],
      }),
    );
    const { container } = await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Chester W. Nimitz' })).toBeInTheDocument();
    expect(screen.getByText('Chief of Naval Operations', { selector: 'header *' })).toBeInTheDocument();
    expect(screen.getByText('1885–1966')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Read the article' })).toHaveAttribute(
      'href',
      'https://en.wikipedia.org/wiki/Chester_W._Nimitz',
    );
    expect(screen.getByText('admirals')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Internal Notes' })).toBeInTheDocument();
    const history = screen.getByRole('region', { name: 'Voyage History' });
    expect(within(history).getAllByRole('listitem')).toHaveLength(2);
    expect(within(history).getByRole('link', { name: 'The stay aboard' })).toHaveAttribute('href', '/voyages/second');
    expect(within(history).getByText('January 1949')).toBeInTheDocument();
    expect(within(history).getByText('For the inauguration.')).toBeInTheDocument();
    expect(document.title).toContain('Chester W. Nimitz');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('without voyages says so', async () => {
    api.answer('GET /api/people/{slug}', aPerson({ voyages: [], voyage_count: 0 }));
    await open();
    expect(await screen.findByText('No voyage records found')).toBeInTheDocument();
  });

  test('whom the archive does not know leads back to the directory', async () => {
    api.answer('GET /api/people/{slug}', problem(404, 'Person not found'));
    await open('nobody');
    expect(await screen.findByRole('heading', { name: 'Person not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Passengers' })).toHaveAttribute('href', '/people');
  });

  test('who cannot be fetched is tried again', async () => {
    api.answer('GET /api/people/{slug}', problem(500, 'Something broke.'));
    const { user } = await open();
    await screen.findByText('Something broke.');
    api.answer('GET /api/people/{slug}', aPerson());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument();
  });
});
