export * from './president.entity.ts';
export { PresidentsHttpModule } from './presidents.module.ts';
