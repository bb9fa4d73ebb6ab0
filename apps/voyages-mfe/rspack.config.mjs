import { remote } from '@archive/rspack-config';
import description from './remote.json' with { type: 'json' };

export default remote({
  ...description,
  exposes: {
    './routes': './src/routes.tsx',
    './figure': './src/features/figures/embedded-figure.tsx',
    './figure-picker': './src/features/figures/figure-picker.tsx',
  },
  uses: { people: '^1.0.0', media: '^1.0.0' },
});
