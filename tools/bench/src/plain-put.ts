import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

/*
 * The baseline for uploads to a disk: a server that writes the body of a `PUT` to a file, with its SHA-256 and a sync, and nothing
 * else. It also serves the page that sends the requests.
 */
const directory = mkdtempSync(path.join(tmpdir(), 'plain-put-'));

async function store(request: IncomingMessage): Promise<string> {
  const file = path.join(directory, 'file');
  const handle = await open(file, 'w');
  const hash = createHash('sha256');
  try {
    for await (const chunk of request) {
      hash.update(chunk as Buffer);
      await handle.write(chunk as Buffer);
    }
    await handle.sync();
  } finally {
    await handle.close();
    await rm(file);
  }
  return hash.digest('hex');
}

createServer((request, response) => {
  if (request.method !== 'PUT') return void response.setHeader('content-type', 'text/html').end('<!doctype html>');
  store(request).then(
    (sha256) => response.end(sha256),
    () => response.destroy(),
  );
}).listen(Number(process.env['PORT']), process.env['HOST']);

process.on('SIGTERM', () => void rm(directory, { recursive: true, force: true }).then(() => process.exit(0)));
