import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SystemStatus, FileText, MediaItem } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runSandboxed, SandboxCrash } from '../../src/modules/sandbox/sandbox-process.ts';
import { aJpeg, aPng } from '../builders/files.ts';
import {
  HOSTILE_DOCUMENTS,
  HOSTILE_PDFS,
  HOSTILE_PICTURES,
  HOSTILE_SVGS,
  HOSTILE_TEXT_PDFS,
  MISNAMED,
} from '../builders/hostile-files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { childrenOf } from '../support/child-processes.ts';
import { IS_FULL } from '../support/full.ts';
import { hasEnded, waitForReport } from '../support/ingest.ts';
import { figure, readMetrics } from '../support/metrics.ts';
import { upload } from '../support/upload.ts';
import { aWordDocument } from '../support/word.ts';
import { spawnWorker, type WorkerProcess } from '../support/worker.ts';

const MB = 1024 * 1024;
const PDF = 'application/pdf';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const CPU_SECONDS = 2;
/** Far longer than rejecting a file by its size takes, so that only runaway work exceeds it. */
const WORKER_CPU_SECONDS = IS_FULL ? 6 : 3;
const MEMORY_MB = 400;
const LIMITS = { cpuSeconds: CPU_SECONDS, memoryBytes: MEMORY_MB * MB };
/** Memory that a process may gain above its limit between two measurements. */
const OVERSHOOT_MB = 250;
/** Maximum duration of a sandboxed process, including its startup and exit on a busy machine. */
const BUDGET_MS = CPU_SECONDS * 1500 + 20_000;
const TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 250;

type Files = Record<string, () => Buffer>;
const fileNamed = (files: Files, name: string) => files[name]?.() ?? Buffer.alloc(0);

/** One of each kind, for a short run. */
const FEW = [
  'content packed twice',
  'an image packed three times',
  'forms in forms',
  'an object stream packed twice',
  '300 filters',
  'turbulence',
  'patterns in patterns',
  'half a million shapes',
  'another main part of 95 MB',
  'a main part that claims to be an image',
  'large relationships',
  'four parts of 29 MB',
  'a Zip64 record',
  'an end record in a comment',
  'more entries than listed',
  'a name twice, in capitals',
  'overlapping entries',
  'an encrypted entry',
  '28 MB of empty runs',
  'entities of entities',
  'elements in elements',
  'an element of a million attributes',
];
const some = (files: Files) =>
  IS_FULL ? files : Object.fromEntries(Object.entries(files).filter(([name]) => FEW.includes(name)));

/** The outcome for a file: the error message, `decoded`, or the limit that it exceeded. */
async function outcomeOf(file: Buffer, task: readonly string[], limits = LIMITS): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  try {
    await writeFile(path.join(directory, 'input'), file);
    await runSandboxed(task, directory, limits);
    const result = JSON.parse(await readFile(path.join(directory, 'result'), 'utf8')) as { rejected?: string };
    return result.rejected ?? 'decoded';
  } catch (error) {
    if (error instanceof SandboxCrash) return error.reason;
    throw error;
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Outcomes of all files, two processes at a time. */
async function outcomesOf(files: Files, task: readonly string[], limits = LIMITS): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  const waiting = Object.keys(files);
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const file = fileNamed(files, name);
      const startedAt = performance.now();
      outcomes[name] = await outcomeOf(file, task, limits);
      if (performance.now() - startedAt > BUDGET_MS) outcomes[name] = 'beyond its budget';
    }
  };
  await Promise.all([work(), work()]);
  return outcomes;
}

/** A blank picture has no text, which is a valid result. */
const ENDED = /decoded|too large|damaged|password-protected|^memory$|^time$/;
const REJECTED = /too large|damaged|isn’t a Word document|^memory$|^time$/;

describe('the sandbox', () => {
  test(
    'refuses hostile Word documents',
    async () => {
      const outcomes = await outcomesOf(some(HOSTILE_DOCUMENTS), ['document']);
      expect(Object.entries(outcomes).filter(([, outcome]) => !REJECTED.test(outcome))).toEqual([]);
      // No process has to be killed: limits on sizes and element counts apply first.
      expect(Object.values(outcomes).filter((outcome) => outcome === 'memory')).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'stops PDFs and drawings that expand without limit',
    async () => {
      const pdfs = await outcomesOf(some(HOSTILE_PDFS), ['picture', 'application/pdf']);
      // Most of them only end with the time limit, whatever it is.
      const drawings = await outcomesOf(some(HOSTILE_SVGS), ['picture', 'image/svg+xml'], { ...LIMITS, cpuSeconds: 1 });
      expect(Object.values({ ...pdfs, ...drawings })).not.toContain('beyond its budget');
      // On a busy machine, a process may reach the time limit before the memory limit.
      const isStopped = (outcome: string) => outcome === 'memory' || outcome === 'time';
      expect(Object.values(pdfs).filter(isStopped).length).toBeGreaterThan(IS_FULL ? 3 : 1);
      expect(Object.values(drawings).filter(isStopped).length).toBeGreaterThan(IS_FULL ? 3 : 1);
    },
    TIMEOUT_MS,
  );

  test('decodes ordinary files within the same budget', async () => {
    expect(await outcomeOf(await aJpeg({ width: 4000, height: 3000 }), ['picture', 'image/jpeg'])).toBe('decoded');
    expect(await outcomeOf(await aWordDocument('## 1976-06-16\n\nHello'), ['document'])).toBe('decoded');
  });

  test(
    'stops reading hostile text, with a reason',
    async () => {
      const pdfs = await outcomesOf(HOSTILE_TEXT_PDFS, ['text', PDF]);
      expect(pdfs).toEqual({
        'huge pages': 'decoded',
        'thousands of pages': 'decoded',
        'one page, thousands of times': expect.stringMatching(/decoded|damaged/) as unknown,
        damaged: 'The PDF is damaged, so its text can’t be read.',
        encrypted: 'The PDF is password-protected, so its text can’t be read.',
        empty: 'The PDF is damaged, so its text can’t be read.',
        'another type': 'The PDF is damaged, so its text can’t be read.',
        'content packed three times': expect.stringMatching(/decoded|damaged|^memory$|^time$/) as unknown,
      });
      // Three documents are enough: the same converter reads all of them in the first test.
      const three = ['another main part of 95 MB', 'entities of entities', '28 MB of empty paragraphs'];
      const hostile = Object.fromEntries(three.map((name) => [name, () => fileNamed(HOSTILE_DOCUMENTS, name)]));
      const documents = await outcomesOf({ ...hostile, ...MISNAMED }, ['text', WORD]);
      expect(Object.entries(documents).filter(([, outcome]) => !REJECTED.test(outcome))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test(
    'stops recognizing text in hostile pages and pictures, with a reason',
    async () => {
      const page = (name: string) => ({ [name]: () => fileNamed({ ...HOSTILE_PDFS, ...HOSTILE_TEXT_PDFS }, name) });
      const pages = await outcomesOf(
        { ...page('huge pages'), ...page('an image packed twice'), ...page('encrypted'), ...page('empty') },
        ['recognition', PDF, '1'],
      );
      expect(Object.entries(pages).filter(([, outcome]) => !ENDED.test(outcome))).toEqual([]);
      expect(pages['encrypted']).toMatch(/password-protected/);
      const pictures = await outcomesOf(HOSTILE_PICTURES, ['recognition', 'image/png', '1']);
      expect(Object.entries(pictures).filter(([, outcome]) => !REJECTED.test(outcome))).toEqual([]);
    },
    TIMEOUT_MS,
  );

  test('has no secrets, no network and no files but its own', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
    const probe = path.join(import.meta.dirname, 'sandbox-probe.ts');
    await runSandboxed([], directory, LIMITS, { file: probe });
    const found = JSON.parse(await readFile(path.join(directory, 'result'), 'utf8')) as Record<string, unknown>;
    expect(found).toEqual({
      environment: ['MALLOC_ARENA_MAX', 'PATH', 'PWD', 'TMPDIR', 'XDG_CACHE_HOME'],
      readsOthers: 'ERR_ACCESS_DENIED',
      writesOthers: 'ERR_ACCESS_DENIED',
      startsProcesses: 'ERR_ACCESS_DENIED',
      startsThreads: 'ERR_ACCESS_DENIED',
      // Runs only if the kernel lets the test create a network namespace; containers often forbid it.
      network: expect.stringMatching(/^(?:ENETUNREACH|ECONNREFUSED)$/),
    });
    await rm(directory, { recursive: true });
  });
});

describe('a worker', () => {
  const budgets = { SANDBOX_CPU_SECONDS: String(WORKER_CPU_SECONDS), SANDBOX_MEMORY_MB: String(MEMORY_MB) };
  let api: TestApi;
  let curator: Browser;
  let worker: WorkerProcess;
  let sampling: NodeJS.Timeout;
  const peak = { worker: 0, sandbox: 0 };

  const megabytes = (pid: number) =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;

  beforeAll(async () => {
    api = await startApi({ environment: budgets });
    curator = await api.signIn();
    worker = await spawnWorker(api, { environment: budgets });
    sampling = setInterval(() => {
      try {
        peak.worker = Math.max(peak.worker, megabytes(worker.pid));
        for (const child of childrenOf(worker.pid)) peak.sandbox = Math.max(peak.sandbox, megabytes(child));
      } catch {
        // The worker was killed while it read the text.
      }
    }, 20);
  });
  afterAll(async () => {
    clearInterval(sampling);
    await worker.kill();
    await api.close();
  });

  async function uploadFile(file: Buffer, title: string): Promise<string> {
    const { status, body } = await upload(curator, file, { title });
    if (status !== 201) throw new Error(body.detail);
    return body.media_slug;
  }

  /** The item, once its previews are generated or rejected. */
  async function waitForPreview(slug: string): Promise<MediaItem> {
    for (;;) {
      const item = await curator.json<MediaItem>(`/api/media/${slug}`);
      if (item.preview_state !== 'waiting') return item;
      await pause(POLL_INTERVAL_MS);
    }
  }

  async function importDocument(content: Buffer, filename: string) {
    const form = { document: content.toString('base64'), encoding: 'base64', filename };
    const response = await curator.post('/api/curator/ingest?confirm_names=1', form);
    if (response.status !== 202) throw new Error(await response.text());
    const { operation_id: id } = (await response.json()) as { operation_id: string };
    return waitForReport(curator, id, hasEnded, TIMEOUT_MS);
  }

  const quarantinedCount = async () => figure(await readMetrics(api), 'archive_quarantined_files');

  test(
    'survives files that once crashed it, and does normal work at the same time',
    async () => {
      const pictures = [fileNamed(HOSTILE_SVGS, '300 filters'), fileNamed(HOSTILE_PDFS, 'content packed twice')];
      const hostile = await Promise.all(pictures.map((file, index) => uploadFile(file, `Hostile ${index}`)));
      const documents = [
        'another main part of 95 MB',
        'an end record of disk 65,535 before a Zip64 record',
        '28 MB of empty paragraphs',
      ];
      const rejections = documents.map((name) => importDocument(fileNamed(HOSTILE_DOCUMENTS, name), `${name}.docx`));
      const normal = await uploadFile(await aPng(), 'A normal picture');
      const report = await importDocument(Buffer.from(`start_date,title\n1946-03-07,${randomUUID()}\n`), 'normal.csv');

      expect((await waitForPreview(normal)).preview_state).toBe('ready');
      expect(report.status).toBe('completed');
      for (const { status, error_message } of await Promise.all(rejections))
        expect([status, error_message]).toEqual(['failed', expect.stringMatching(/too large|damaged/)]);
      const [drawing, pdf] = await Promise.all(hostile.map(waitForPreview));
      const preview_error = expect.stringMatching(
        /^Generating a preview (?:took too long|needed too much memory) twice, so it won’t be tried again/,
      ) as unknown;
      for (const item of [drawing, pdf]) expect(item).toMatchObject({ preview_state: 'failed', preview_error });

      process.kill(worker.pid, 0);
      expect(peak.worker).toBeLessThan(MEMORY_MB + OVERSHOOT_MB);
      expect(peak.sandbox).toBeGreaterThan(0);
      expect(peak.sandbox).toBeLessThan(MEMORY_MB + OVERSHOOT_MB);
    },
    TIMEOUT_MS,
  );

  test(
    'does not retry a quarantined file until someone asks for it',
    async () => {
      expect(await quarantinedCount()).toBe(2);
      const file = fileNamed(HOSTILE_PDFS, 'content packed twice');
      const { body } = await upload(curator, file, { title: 'Once more', allow_duplicate: 'true' });
      expect((await waitForPreview(body.media_slug)).preview_error).toMatch(/won’t be tried again automatically/);
      const { quarantined } = await curator.json<SystemStatus>('/api/system');
      const { sha256 } = quarantined?.find(({ name }) => /hostile-1/i.test(name)) ?? {};
      const release = `/api/system/quarantine/${sha256}/release`;
      expect((await curator.post(release)).status).toBe(204);
      expect(await quarantinedCount()).toBe(1);
      expect((await curator.post(release)).status).toBe(404);
      expect((await api.visitor().post(release)).status).toBe(401);
      // The retry crashes the process once more.
      for (let count = await quarantinedCount(); count !== 2; count = await quarantinedCount())
        await pause(POLL_INTERVAL_MS);
    },
    TIMEOUT_MS,
  );

  test(
    'stores no text of a file whose text can’t be read, and says why',
    async () => {
      const text = async (slug: string) => {
        for (;;) {
          const read = await curator.json<FileText>(`/api/media/${slug}/text`);
          if (read.state !== null && read.state !== 'waiting') return read;
          await pause(POLL_INTERVAL_MS);
        }
      };
      const locked = await uploadFile(fileNamed(HOSTILE_TEXT_PDFS, 'encrypted'), 'A locked file');
      const packed = await uploadFile(fileNamed(HOSTILE_PDFS, 'an image packed three times'), 'A packed scan');
      expect(await text(locked)).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(/password|took too long/),
        pages: 0,
      });
      expect(['failed', 'none']).toContain((await text(packed)).state);
      const { rows } = await api.database.pool.query(
        'select 1 from file_page f join media m on m.id = f.media_id where m.slug = any($1)',
        [[locked, packed]],
      );
      expect(rows).toEqual([]);
      process.kill(worker.pid, 0);
    },
    TIMEOUT_MS,
  );
});
