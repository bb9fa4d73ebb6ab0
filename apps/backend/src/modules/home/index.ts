export { HomeHttpModule } from './home.module.ts';
