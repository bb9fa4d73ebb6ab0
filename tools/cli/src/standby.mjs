/*
 * Loads the packages of a backend program, which takes most of its startup time, and runs the program when the parent sends a message.
 * `node standby.mjs <module that imports the packages> <program>`
 */
import { setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , packages, program] = process.argv;
const leave = () => process.exit();
process.once('disconnect', leave);
const started = new Promise((resolve) => process.once('message', resolve));
// Without the source maps of packages, loading takes a quarter less time.
setSourceMapsSupport(true, { nodeModules: false });
// The program itself reports a missing package.
await import(pathToFileURL(packages).href).catch(() => undefined);
await started;
process.off('disconnect', leave);
process.disconnect();
process.argv.splice(1, 3, program);
await import(pathToFileURL(program).href);
