export { developmentShell, remote, shell } from './front-end.mjs';
