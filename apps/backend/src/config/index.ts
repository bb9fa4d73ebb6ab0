import { type DynamicModule, Module } from '@nestjs/common';
import { CONFIG, type Config } from './config.ts';

@Module({})
export class ConfigModule {
  static with(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: CONFIG, useValue: config }],
      exports: [CONFIG],
    };
  }
}

export {
  CONFIG,
  type Config,
  hasDefaultPassword,
  isLoopback,
  type PublisherKey,
  readConfig,
  requireOwnPassword,
  type S3Config,
  type TracingConfig,
} from './config.ts';
export type { MailServer } from './mail.ts';
export { roleOfGroups, type SignOnProvider } from './sign-on-providers.ts';
export { isCommonPassword } from './common-passwords.ts';
export { ConfigError, DEFAULT_USERNAME, SCRYPT_HASH } from './variables.ts';
