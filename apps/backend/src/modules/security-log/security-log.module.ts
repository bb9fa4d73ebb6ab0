import { Global, Module } from '@nestjs/common';
import { ExpiredSecurityEvents } from './expired-security-events.ts';
import { SecurityLog } from './security-log.ts';
import { SecurityLogQueries } from './security-log-queries.ts';

/** Provides the security log to every module of the API. */
@Global()
@Module({ providers: [SecurityLog, SecurityLogQueries], exports: [SecurityLog, SecurityLogQueries] })
export class SecurityLogHttpModule {}

@Module({ providers: [ExpiredSecurityEvents] })
export class SecurityLogWorkerModule {}
