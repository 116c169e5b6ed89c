import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOM = /^server\/src\/modules\/([^/]+)\//;
/** Tests may ask anybody, and the file that installs a module hands it what lies above. */
const OUTSIDE = /\.test\.ts$|\/testing\/|\.module\.ts$/;

type Files = Record<string, string>;

/** Rooms of the server that import each other in a circle, whichever of their files do: none of them can be read first. */
function roomsInCircles(files: Files): string[] {
  const below = new Map<string, Set<string>>();
  for (const [path, text] of Object.entries(files)) {
    const room = ROOM.exec(path)?.[1];
    if (!room || OUTSIDE.test(path)) continue;
    const imported = below.get(room) ?? new Set();
    below.set(room, imported);
    for (const [, to = ''] of text.matchAll(/from '(\.\.?\/[^']+)'/g)) {
      const other = ROOM.exec(posix.join(posix.dirname(path), to))?.[1];
      if (other && other !== room) imported.add(other);
    }
  }
  // Rooms that import no other one are taken away again and again: what stays is in a circle, or above one.
  for (let left = Number.POSITIVE_INFINITY; below.size < left; ) {
    left = below.size;
    for (const [room, imported] of below)
      if (![...imported].some((other) => below.has(other))) below.delete(room);
  }
  return [...below.keys()].sort();
}

it('no rooms of the server import each other in a circle', () => {
  const paths = globSync('server/src/modules/**/*.ts', { cwd: ROOT });
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  expect(roomsInCircles(files)).toEqual([]);
});

it('a planted circle is found, also of types and through a third room', () => {
  const planted = {
    'server/src/modules/one/one.service.ts': "import type { Two } from '../two/two.service.ts';",
    'server/src/modules/two/two.service.ts': "import {\n  three,\n} from '../three/three.service.ts';",
    'server/src/modules/three/late.ts': "import { one } from '../one/one.service.ts';",
    'server/src/modules/four/four.service.ts': "import { five } from '../five/five.service.ts';",
    'server/src/modules/five/five.service.ts': 'export const five = 5;',
  };
  expect(roomsInCircles(planted)).toEqual(['one', 'three', 'two']);
});
