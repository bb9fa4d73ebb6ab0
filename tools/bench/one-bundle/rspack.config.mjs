import path from 'node:path';
import { shell } from '@archive/rspack-config';

const apps = path.resolve(import.meta.dirname, '..', '..', '..', 'apps');

/** The shell as it is, with the micro-frontends inside of it as routes that are split off, instead of federated ones. */
export default (env) => {
  const whole = shell({ directory: path.join(apps, 'shell') })(env);
  return {
    ...whole,
    plugins: whole.plugins.filter(({ constructor }) => constructor.name !== 'ModuleFederationPlugin'),
    resolve: {
      ...whole.resolve,
      alias: { '@module-federation/enhanced/runtime': path.join(import.meta.dirname, 'runtime.ts') },
    },
  };
};
