export { OperationsHttpModule } from './operations.module.ts';
