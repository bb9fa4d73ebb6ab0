import { isNativeError } from 'node:util/types';
import { setFlagsFromString } from 'node:v8';
import { createLog, type Pino } from './common/logging.ts';
import { endOnFault } from './common/process.ts';
import { type Config, ConfigError, readConfig } from './config/index.ts';

/** Ends with a sentence for whoever started the program, instead of a stack. */
function refuse(sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const LISTENING: Record<string, (variable: string, port: unknown, host: string) => string> = {
  EADDRINUSE: (variable, port, host) =>
    `Port ${String(port)} on ${host} is taken by another program: set ${variable} to another one.`,
  EACCES: (variable, port) => `Port ${String(port)} may not be opened by this user: set ${variable} to one above 1023.`,
  EADDRNOTAVAIL: (_variable, _port, host) => `This machine has no address ${host}: set HOST to one of its own.`,
  ENOTFOUND: (_variable, _port, host) => `This machine has no address ${host}: set HOST to one of its own.`,
};

function sentenceFor(
  error: unknown,
  processName: string,
  { host, port, workerMetricsPort }: Config,
): string | undefined {
  if (!isNativeError(error) || !('code' in error) || !('syscall' in error)) return undefined;
  const listening = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  if (!listening) return undefined;
  return processName === 'worker'
    ? LISTENING[String(error.code)]?.('WORKER_METRICS_PORT', workerMetricsPort, host)
    : LISTENING[String(error.code)]?.('PORT', port, host);
}

function configOrRefuse(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (error instanceof ConfigError) refuse(error.sentences);
    throw error;
  }
}

/**
 * Has V8 make everything among what is young. After seconds of slow requests it takes it that what belongs to a request lives long, makes
 * it among what is old, and does not change its mind: each request then costs twice the time (decision 0040).
 */
const stayYoung = () => setFlagsFromString('--no-allocation-site-pretenuring');

/** Reads the configuration, opens the log and runs a process; what a person has to put right ends it with a clear sentence. */
export async function start(processName: string, run: (config: Config, log: Pino) => Promise<void>): Promise<void> {
  stayYoung();
  const config = configOrRefuse();
  const log = await createLog(config, processName);
  endOnFault(log);
  try {
    await run(config, log);
  } catch (error) {
    const sentence = sentenceFor(error, processName, config);
    if (sentence !== undefined) refuse([sentence]);
    throw error;
  }
}
