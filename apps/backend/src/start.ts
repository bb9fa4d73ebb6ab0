import { isNativeError } from 'node:util/types';
import { setFlagsFromString } from 'node:v8';
import { createLog, type Pino } from './common/logging.ts';
import { exitOnFault } from './common/process.ts';
import { ApplicationRoleError } from './database/application-role.ts';
import { NewerSchemaError, OlderSchemaError, OlderServerError } from './database/schema-contract.ts';
import { BackupError } from './modules/backups/backup-location.ts';
import { type Config, ConfigError, readConfig, requireOwnPassword } from './config/index.ts';

/** Exits with messages for the operator instead of a stack trace. */
function exitWith(messages: readonly string[]): never {
  for (const message of messages) process.stderr.write(`${message}\n`);
  process.exit(1);
}

const LISTENING: Record<string, (variable: string, port: unknown, host: string) => string> = {
  EADDRINUSE: (variable, port, host) =>
    `Port ${String(port)} on ${host} is in use by another program. Set ${variable} to a different port.`,
  EACCES: (variable, port) =>
    `Port ${String(port)} cannot be opened by this user. Set ${variable} to a port above 1023.`,
  EADDRNOTAVAIL: (_variable, _port, host) => `This machine has no address ${host}. Set HOST to one of its addresses.`,
  ENOTFOUND: (_variable, _port, host) => `This machine has no address ${host}. Set HOST to one of its addresses.`,
};

function listenErrorMessage(
  error: unknown,
  processName: string,
  { host, port, workerMetricsPort }: Config,
): string | undefined {
  if (!isNativeError(error) || !('code' in error) || !('syscall' in error)) return undefined;
  const isListenError = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  if (!isListenError) return undefined;
  return processName === 'worker'
    ? LISTENING[String(error.code)]?.('WORKER_METRICS_PORT', workerMetricsPort, host)
    : LISTENING[String(error.code)]?.('PORT', port, host);
}

/** Reads the configuration. Loads the list of common passwords only if it is needed. */
async function configOrExit(processName: string): Promise<Config> {
  try {
    const config = readConfig();
    if (processName === 'api' && config.environment !== 'test') requireOwnPassword(config);
    if (config.environment === 'production')
      (await import('./config/common-passwords.ts')).requireUncommonPassword(config);
    return config;
  } catch (error) {
    if (error instanceof ConfigError) exitWith(error.sentences);
    throw error;
  }
}

/**
 * Makes V8 allocate everything in the young generation. Otherwise, after some seconds of slow requests, it would permanently allocate a
 * request's objects in the old generation, which doubles the time of each request (decision 0040).
 */
const disablePretenuring = () => setFlagsFromString('--no-allocation-site-pretenuring');

/** Reads the configuration, opens the log and runs a process. Exits with a clear message if the operator must act. */
export async function start(processName: string, run: (config: Config, log: Pino) => Promise<void>): Promise<void> {
  disablePretenuring();
  const config = await configOrExit(processName);
  const log = await createLog(config, processName);
  exitOnFault(log);
  // Loaded only if needed, because the libraries take 50 ms to load.
  if (config.tracing) (await import('./common/trace-export.ts')).exportTraces(config.tracing, processName);
  try {
    await run(config, log);
  } catch (error) {
    const isForOperators = [
      NewerSchemaError,
      OlderSchemaError,
      OlderServerError,
      ApplicationRoleError,
      BackupError,
    ].some((kind) => error instanceof kind);
    const message = isForOperators ? (error as Error).message : listenErrorMessage(error, processName, config);
    if (message !== undefined) exitWith([message]);
    throw error;
  }
}
