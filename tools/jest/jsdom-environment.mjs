import { TestEnvironment } from 'jest-environment-jsdom';

const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoderStream',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'Blob',
  'BroadcastChannel',
  'structuredClone',
  'AbortController',
  'AbortSignal',
];

/** jsdom with Node's network classes, which the mock server responds through. */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of FROM_NODE) this.global[name] = globalThis[name];
    this.customExportConditions = [''];
  }
}
