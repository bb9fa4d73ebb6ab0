import { Global, Module } from '@nestjs/common';
import { ExpiredSecurityEvents } from './expired-security-events.ts';
import { SecurityLog } from './security-log.ts';
import { SecurityLogReads } from './security-log-reads.ts';

/** For every module of the API. */
@Global()
@Module({ providers: [SecurityLog, SecurityLogReads], exports: [SecurityLog, SecurityLogReads] })
export class SecurityLogHttpModule {}

@Module({ providers: [ExpiredSecurityEvents] })
export class SecurityLogWorkerModule {}
