import { remote } from '@archive/rspack-config';
import description from './remote.json' with { type: 'json' };

export default remote({ ...description, exposes: { './routes': './src/routes.tsx' } });
