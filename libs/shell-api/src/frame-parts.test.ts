import { expect, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { framePartKey, useFrameParts } from './frame-parts.ts';

test('a page shows each frame part that has unfinished work from before it was opened, once', () => {
  const part = { remote: 'media', exposed: './upload-tray' };
  localStorage.setItem(framePartKey(part, 'one'), '{}');
  localStorage.setItem(framePartKey(part, 'two'), '{}');
  localStorage.setItem('theme', 'dark');
  const { result } = renderHook(() => useFrameParts());
  expect(result.current).toEqual([part]);
});
