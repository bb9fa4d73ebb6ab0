import { parentPort, workerData } from 'node:worker_threads';
import { parseDocument, type ParseRequest } from './modules/ingest/formats/parse-document.ts';

/* The thread that parses one large document. It loads neither the database nor Nest. */
parentPort?.postMessage(parseDocument(workerData as ParseRequest));
