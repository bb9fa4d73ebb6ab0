export { FrontendsHttpModule, FrontendsWorkerModule } from './frontends.module.ts';
export { routableUrl } from './page-url.ts';
