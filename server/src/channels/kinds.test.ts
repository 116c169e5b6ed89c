import { existsSync, readdirSync } from 'node:fs';
import {
  CHANNELS,
  CONNECTION_KINDS,
  featuresOf,
  KIND_FACTS,
} from '@balcao/shared/features/connections/channel.ts';
import { expect, it } from 'vitest';

const HERE = new URL('./', import.meta.url);

it('a kind is a folder with its README, and every folder is a kind', () => {
  const folders = readdirSync(HERE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.flatMap(({ name }) => (name === 'testing' ? [] : name)).toSorted();
  expect(names).toEqual(CONNECTION_KINDS.map((kind) => kind.replaceAll('_', '-')).toSorted());
  expect(names.filter((name) => !existsSync(new URL(`${name}/README.md`, HERE)))).toEqual([]);
});

it('every messenger is reached by a kind, and knows its people by a name of its own', () => {
  const reached = CONNECTION_KINDS.flatMap((kind) =>
    CHANNELS.filter((channel) => KIND_FACTS[kind].channels[channel]),
  );
  expect([...new Set(reached)].toSorted()).toEqual([...CHANNELS].toSorted());
  for (const kind of CONNECTION_KINDS) expect(KIND_FACTS[kind].identities.length).toBeGreaterThan(0);
  expect(() => featuresOf({ kind: 'telegram', channel: 'whatsapp' })).toThrow('does not lead');
});
