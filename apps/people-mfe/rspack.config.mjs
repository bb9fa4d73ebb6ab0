import { remote } from '@archive/rspack-config';

export default remote({
  name: 'people',
  exposes: { './routes': './src/routes.tsx', './president-modal': './src/president-modal.tsx' },
});
