export { recordRejectedRequests } from './rejected-requests.ts';
export { SECURITY_EVENTS, type SecurityEventKind } from './security-events.ts';
export { SecurityLog } from './security-log.ts';
export { type SecurityEventFilters, type SecurityEventRow, SecurityLogQueries } from './security-log-queries.ts';
export { SecurityLogHttpModule, SecurityLogWorkerModule } from './security-log.module.ts';
