export { recordRejectedRequests } from './rejected-requests.ts';
export { SECURITY_EVENTS, type SecurityEventKind } from './security-events.ts';
export { SecurityLog } from './security-log.ts';
export { type SecurityEventFilters, type SecurityEventRow, SecurityLogReads } from './security-log-reads.ts';
export { SecurityLogHttpModule, SecurityLogWorkerModule } from './security-log.module.ts';
