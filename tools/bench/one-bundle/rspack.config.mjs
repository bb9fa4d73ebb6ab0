import path from 'node:path';
import { shell } from '@archive/rspack-config';

const apps = path.resolve(import.meta.dirname, '..', '..', '..', 'apps');

/** The shell with the micro-frontends as lazy routes of the same bundle instead of federated remotes. */
export default (env) => {
  const config = shell({ directory: path.join(apps, 'shell') })(env);
  return {
    ...config,
    plugins: config.plugins.filter(({ constructor }) => constructor.name !== 'ModuleFederationPlugin'),
    resolve: {
      ...config.resolve,
      alias: { '@module-federation/enhanced/runtime': path.join(import.meta.dirname, 'runtime.ts') },
    },
  };
};
