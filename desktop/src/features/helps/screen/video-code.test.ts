import { expect, it } from 'vitest';
import { videoCode } from './video-code.ts';

it.each([
  ['dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  [' https://www.youtube.com/watch?list=1&v=dQw4w9WgXcQ&t=3 ', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=1', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://example.com/', null],
  ['"><script>', null],
])('of %j is %j', (text, code) => {
  expect(videoCode(text)).toBe(code);
});
