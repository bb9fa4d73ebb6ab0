export {
  type BackupConfig,
  CONFIG,
  type Config,
  type PublisherKey,
  readConfig,
  type S3Config,
  type TracingConfig,
} from './config.ts';
export { ConfigError } from './config-error.ts';
export { ConfigModule } from './config.module.ts';
export { hasDefaultPassword, isLoopback, requireOwnPassword } from './own-password.ts';
export { SCRYPT_HASH } from './variables.ts';
