export * from './president.entity.ts';
export { findPresident } from './find-president.ts';
export { PresidentsHttpModule } from './presidents.module.ts';
