import { isNativeError } from 'node:util/types';
import { createLog, type Pino } from './common/logging.ts';
import { endOnFault } from './common/process.ts';
import { type Config, ConfigError, readConfig } from './config/index.ts';

/** Ends with a sentence for whoever started the program, instead of a stack. */
function refuse(sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const LISTENING: Record<string, (config: Config) => string> = {
  EADDRINUSE: ({ host, port }) => `Port ${port} on ${host} is taken by another program: set PORT to another one.`,
  EACCES: ({ port }) => `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}: set HOST to one of its own.`,
  ENOTFOUND: ({ host }) => `This machine has no address ${host}: set HOST to one of its own.`,
};

function sentenceFor(error: unknown, config: Config): string | undefined {
  if (!isNativeError(error) || !('code' in error) || !('syscall' in error)) return undefined;
  const listening = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  return listening ? LISTENING[String(error.code)]?.(config) : undefined;
}

function configOrRefuse(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.sentences);
    throw error;
  }
}

/** Reads the configuration, opens the log and runs a process; what a person has to put right ends it with a clear sentence. */
export async function start(processName: string, run: (config: Config, log: Pino) => Promise<void>): Promise<void> {
  const config = configOrRefuse();
  const log = await createLog(config, processName);
  endOnFault(log);
  try {
    await run(config, log);
  } catch (error) {
    const sentence = sentenceFor(error, config);
    if (sentence !== undefined) refuse([sentence]);
    throw error;
  }
}
