import { remote } from '@archive/rspack-config';

export default remote({ name: 'voyages', exposes: { './routes': './src/routes.tsx' } });
