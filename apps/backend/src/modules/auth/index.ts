export * from './session.entity.ts';
export { AuthHttpModule } from './auth.module.ts';
export { SessionGuard } from './session-guard.ts';
export { Username } from './username.decorator.ts';
