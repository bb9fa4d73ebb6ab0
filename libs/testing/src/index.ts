// Types of the jest-dom matchers for tests that import this library.
import type {} from '@testing-library/jest-dom/jest-globals';

export { accessibilityProblems } from './render.tsx';
export * from './builders.ts';
export { mockApi, pendingForever, noContent, page, problem } from './mock-api.ts';
export type { RecordedRequest, MockApi, Route } from './mock-api.ts';
export { renderRoute, testQueryClient } from './render.tsx';
export type { RenderOptions } from './render.tsx';
