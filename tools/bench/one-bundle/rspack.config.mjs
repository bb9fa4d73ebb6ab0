import path from 'node:path';
import { shell } from '@archive/rspack-config';
import { rspack } from '@rspack/core';

const apps = path.resolve(import.meta.dirname, '..', '..', '..', 'apps');
const FEDERATION = ['ModuleFederationPluginV1', 'StatsPlugin'];

/** The shell with the micro-frontends as lazy routes of the same bundle instead of federated remotes. */
export default (env) => {
  const config = shell({ directory: path.join(apps, 'shell') })(env);
  return {
    ...config,
    plugins: [
      ...config.plugins.filter(({ constructor }) => !FEDERATION.includes(constructor.name)),
      new rspack.NormalModuleReplacementPlugin(/\/containers\.ts$/, path.join(import.meta.dirname, 'containers.ts')),
    ],
  };
};
