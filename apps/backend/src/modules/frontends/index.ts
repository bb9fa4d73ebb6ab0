export { FrontendsHttpModule } from './frontends.module.ts';
export { routableUrl } from './page-url.ts';
