export { AuthHttpModule, AuthWorkerModule } from './auth.module.ts';
export { Confirmations } from './confirmations.ts';
export { readCookie } from './cookies.ts';
export { MachineTokens } from './machine-tokens.ts';
export { type Machine, type Pipeline, SessionGuard } from './session-guard.ts';
export { SessionWatch } from './session-watch.ts';
export { Username } from './username.decorator.ts';
