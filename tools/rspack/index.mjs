export { developmentShell, remote, shell } from './frontend.mjs';
