import { remote } from '@archive/rspack-config';

export default remote({ name: 'people', exposes: { './routes': './src/routes.tsx' } });
