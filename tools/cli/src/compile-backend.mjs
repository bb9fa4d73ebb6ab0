/*
 * Compiles the project in the current folder at each change, with its rspack configuration, and sends the errors of each build to the
 * parent process. A build with errors writes nothing, so that a program that restarts at the same time is complete.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const project = process.cwd();
const { rspack } = createRequire(join(project, 'package.json'))('@rspack/core');
const { default: config } = await import(pathToFileURL(join(project, 'rspack.config.mjs')).href);
const output = config.output.path;
rmSync(output, { recursive: true, force: true });

/** Writes a module with the packages that a program imports at startup, so that a process that waits for the next build can load them. */
function writePackages(name) {
  const program = readFileSync(join(output, `${name}.js`), 'utf8');
  const imports = [...program.matchAll(/^import .* from ("[^"./][^"]*")/gm)].map(([, source]) => `import ${source};\n`);
  writeFileSync(join(output, `${name}.packages.mjs`), [...new Set(imports)].join(''));
}

/** Location of the error, relative to the root of the repository, so that terminals can link to it. */
const place = (error) => {
  const [file = ''] = (error.moduleName ?? error.file ?? '').split('!').slice(-1);
  return relative(join(project, '../..'), join(project, file));
};

rspack({ ...config, optimization: { ...config.optimization, emitOnErrors: false } }).watch(
  { aggregateTimeout: 5 },
  (failure, stats) => {
    const messages = failure ? [{ message: failure.stack }] : stats.toJson({ all: false, errors: true }).errors;
    const errors = messages.map((error) => ({ file: place(error), message: error.message }));
    if (errors.length === 0) for (const name of Object.keys(config.entry)) writePackages(name);
    process.send({ errors });
  },
);
process.once('disconnect', () => process.exit());
