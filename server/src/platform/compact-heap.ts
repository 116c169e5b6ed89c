import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loading a program's modules leaves far more garbage than the program itself needs, in a heap that V8 keeps. One full
 * collection after the start gives it back: measured on Node 24, 251 MB resident become 111 MB. Blocks for about 30 ms.
 */
export function compactHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
