import { remote } from '@archive/rspack-config';

export default remote({
  name: 'voyages',
  exposes: { './routes': './src/routes.tsx' },
  uses: { people: '^1.0.0', media: '^1.0.0' },
  pages: ['/voyages', '/voyages?view=timeline', '/voyages/new'],
});
