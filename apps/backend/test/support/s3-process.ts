import { S3Server } from './s3-server.ts';

/** The S3 server of the tests as a process of its own, for who starts the archive as a program: its first line says how to reach it. */
const server = new S3Server('library');
await server.start();
process.stdout.write(`${JSON.stringify(server.environment)}\n`);
