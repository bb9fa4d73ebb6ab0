export { PortraitsHttpModule } from './portraits.module.ts';
