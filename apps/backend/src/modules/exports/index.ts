export { ExportsHttpModule } from './exports.module.ts';
