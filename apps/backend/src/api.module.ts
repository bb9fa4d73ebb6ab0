import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { ProblemFilter } from './common/problem.filter.ts';
import { validation } from './common/validation.ts';
import type { Config } from './config/index.ts';
import { AuthHttpModule } from './modules/auth/index.ts';
import { FrontendsHttpModule } from './modules/frontends/index.ts';
import { MediaHttpModule } from './modules/media/index.ts';
import { OperationsHttpModule } from './modules/operations/index.ts';
import { platform } from './platform.ts';

/** The modules that answer requests: each domain's `…HttpModule`, its controllers with what they need. */
const HTTP_MODULES: Type[] = [AuthHttpModule, FrontendsHttpModule, MediaHttpModule, OperationsHttpModule];

@Module({})
export class ApiModule {
  static with(config: Config): DynamicModule {
    return {
      module: ApiModule,
      imports: [...platform(config), ...HTTP_MODULES],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validation },
      ],
    };
  }
}
