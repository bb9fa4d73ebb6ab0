export { remote, shell } from './front-end.mjs';
