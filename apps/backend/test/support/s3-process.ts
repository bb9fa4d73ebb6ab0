import { S3Server } from './s3-server.ts';

/** The test S3 server as a separate process. It prints the environment variables for the archive as a line of JSON. */
const server = new S3Server('library');
server.allowedOrigins = ['*'];
await server.start();
process.stdout.write(`${JSON.stringify(server.environment)}\n`);
