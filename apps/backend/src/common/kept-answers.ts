import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { confirm } from './session-look.ts';

/** What all kept answers may weigh together, in characters. */
const MOST_KEPT = 16 * 1024 * 1024;
const LARGEST_KEPT = 2 * 1024 * 1024;
/** So long, in milliseconds, nothing has to have changed before answers are kept. */
const CALM_MS = 50;

/** Headers that belong to the answer and not to the request that it was made for. */
const OF_THE_ANSWER = [
  'content-type',
  'cache-control',
  'etag',
  'link',
  'x-total-count',
  'x-total-count-relation',
] as const;

type AnswerHeaders = Record<string, number | string | string[] | undefined>;

interface KeptAnswer {
  changes: string;
  headers: AnswerHeaders;
  body: string;
}

/**
 * Answers of calls that read records alone (`kept` in their contract), each good for as long as no record has changed since it was
 * asked for. The number of changes comes with the look at the session, from the database that the answer would come from: an
 * answer is never older than the request, whichever process made the change. While records keep changing, nothing is kept: it would be
 * too old before anybody asked again, and V8 would have to collect it among what is old.
 */
export class KeptAnswers {
  readonly #answers = new LRUCache<string, KeptAnswer>({
    maxSize: MOST_KEPT,
    maxEntrySize: LARGEST_KEPT,
    sizeCalculation: ({ body }, address) => body.length + address.length + 500,
  });
  readonly #calmMs: number;
  #changes: string | undefined;
  /** When that many changes were first seen. */
  #since = 0;

  constructor(calmMs = CALM_MS) {
    this.#calmMs = calmMs;
  }

  find(request: FastifyRequest): KeptAnswer | undefined {
    if (!mayBeKept(request)) return undefined;
    const answer = this.#answers.get(request.url);
    return answer?.changes === request.changes ? answer : undefined;
  }

  keep(request: FastifyRequest, reply: FastifyReply, body: string): void {
    const { url, changes } = request;
    if (!mayBeKept(request) || changes === null || this.#answers.get(url)?.changes === changes) return;
    if (!this.#calmAt(changes)) return;
    const headers: AnswerHeaders = {};
    for (const name of OF_THE_ANSWER) if (reply.hasHeader(name)) headers[name] = reply.getHeader(name);
    this.#answers.set(url, { changes, headers, body });
  }

  #calmAt(changes: string): boolean {
    const now = performance.now();
    if (changes !== this.#changes) {
      this.#changes = changes;
      this.#since = now;
    }
    return now - this.#since >= this.#calmMs;
  }
}

/** Whether it asks for an answer that is made of records alone. */
export const mayBeKept = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' && routeOptions.config.call?.kept === true;

/** Takes from a reply all that was said of an answer that nobody may have. */
export function forgetAnswer(reply: FastifyReply): void {
  for (const name of OF_THE_ANSWER) reply.removeHeader(name);
}

/** Answers from what is kept. After the guard, which lets nobody past who has not signed in. */
export function answerFromKept(server: FastifyInstance, kept: KeptAnswers): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!kept.find(request)) return;
    await confirm(request);
    const answer = kept.find(request);
    if (answer) return reply.headers(answer.headers).send(answer.body);
  });
}
