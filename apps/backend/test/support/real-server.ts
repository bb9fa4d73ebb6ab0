import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '../../src/config/index.ts';
import { waitUntil } from './wait-until.ts';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** An S3 server of another maker. */
export interface RealServer {
  /** A bucket of the server, empty at first. */
  config: S3Config & { credentials: Credentials };
  /** The same as settings of an archive. */
  environment: Record<string, string>;
  createBucket(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Stops the server when its standard input closes, which happens whenever the test process ends. */
const GUARD = '"$@" </dev/null & server=$!; read -r _; kill -9 $server';

/** Starts a program. Returns what stops it. */
export function launch(program: string, args: string[]): () => Promise<void> {
  const child = spawn('sh', ['-c', GUARD, 'server', program, ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(child, 'exit');
  return async () => {
    child.stdin.end();
    await ended;
  };
}

const succeeded = (attempt: () => Promise<unknown>) =>
  waitUntil(() =>
    attempt().then(
      () => true,
      () => false,
    ),
  );

/** Creates a bucket on a started server as soon as the server stores objects, because each of its programs starts for itself. */
export async function realServer(
  port: number,
  credentials: Credentials,
  stop: () => Promise<void>,
): Promise<RealServer> {
  const url = `http://127.0.0.1:${port}`;
  const config = {
    bucket: 'library',
    endpoint: url,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    publicUrl: url,
  };
  const environment = {
    S3_BUCKET: config.bucket,
    S3_ENDPOINT: url,
    S3_PUBLIC_URL: url,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  const client = new S3Client({ ...config, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const createBucket = async (name: string) => {
    await client.send(new CreateBucketCommand({ Bucket: name })).catch((error: Error) => {
      // Of an attempt whose response did not arrive.
      if (error.name !== 'BucketAlreadyOwnedByYou') throw error;
    });
  };
  const close = async () => {
    client.destroy();
    await stop();
  };
  try {
    const object = { Bucket: config.bucket, Key: 'ready' };
    await succeeded(() => createBucket(config.bucket));
    await succeeded(() => client.send(new PutObjectCommand({ ...object, Body: 'ready' })));
    await client.send(new DeleteObjectCommand(object));
  } catch (error) {
    await close();
    throw error;
  }
  return { config, environment, createBucket, stop: close };
}
