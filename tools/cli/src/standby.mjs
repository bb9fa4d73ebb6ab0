/*
 * Runs a program of the backend at once when the parent sends a message: its packages, which take most of the time, are loaded before.
 * `node standby.mjs <module that imports the packages> <program>`
 */
import { setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , packages, program] = process.argv;
const leave = () => process.exit();
process.once('disconnect', leave);
const started = new Promise((resolve) => process.once('message', resolve));
// The maps of packages would take a quarter of the time.
setSourceMapsSupport(true, { nodeModules: false });
// The program says what is missing.
await import(pathToFileURL(packages).href).catch(() => undefined);
await started;
process.off('disconnect', leave);
process.disconnect();
process.argv.splice(1, 3, program);
await import(pathToFileURL(program).href);
