export * from './frontend-revision.entity.ts';
export { FrontendsHttpModule } from './frontends.module.ts';
