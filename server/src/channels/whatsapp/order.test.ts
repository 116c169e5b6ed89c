import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys';
import { beforeEach, expect, it } from 'vitest';
import { keepOrder } from './order.ts';

/** The stanzas the library works on, by id, with the function that finishes each. */
const working = new Map<string, () => void>();
let ws: EventEmitter & { isOpen: boolean };
let seen: BinaryNode[];
let settled: string[];

beforeEach(() => {
  working.clear();
  seen = [];
  settled = [];
  ws = Object.assign(new EventEmitter(), { isOpen: true });
  ws.on('CB:message', (node: BinaryNode) => {
    seen.push(node);
    return new Promise<void>((resolve) => working.set(node.attrs.id ?? '', resolve));
  });
  keepOrder({ ws } as unknown as WASocket, {
    wanted: () => true,
    begun: () => {},
    settled: ({ attrs }) => void settled.push(attrs.id ?? ''),
  });
});

function arrive(id: string, from: string, more: BinaryNode['attrs'] = {}): void {
  ws.emit('CB:message', { tag: 'message', attrs: { id, from, ...more } });
}
async function finish(id: string): Promise<void> {
  working.get(id)?.();
  working.delete(id);
  await setImmediate();
}
async function under(): Promise<string[]> {
  await setImmediate();
  return [...working.keys()];
}

it('hands over the stanzas of one chat one after the other, whatever they call it, and others beside them', async () => {
  arrive('1', '111:7@lid', { sender_pn: '55119@s.whatsapp.net' });
  arrive('2', '55119@s.whatsapp.net');
  arrive('3', '222@lid');
  expect(await under()).toEqual(['1', '3']);
  await finish('1');
  expect(await under()).toEqual(['3', '2']);
  expect(settled).toEqual(['1']);
});

it('hands over the backlog one by one, as if it were live, and what is live behind it in its chat', async () => {
  arrive('1', '111@lid', { offline: '0' });
  arrive('2', '222@lid', { offline: '1' });
  arrive('3', '111@lid');
  arrive('4', '222@lid');
  arrive('5', '333@lid');
  expect(await under()).toEqual(['1', '5']);
  await finish('1');
  expect(await under()).toEqual(['5', '2', '3']);
  await finish('2');
  expect(await under()).toEqual(['5', '3', '4']);
  expect(seen.some(({ attrs }) => 'offline' in attrs)).toBe(false);
});

it('begins with nothing on a socket that is closed', async () => {
  arrive('1', '111@lid');
  arrive('2', '111@lid');
  await under();
  ws.isOpen = false;
  await finish('1');
  expect(await under()).toEqual([]);
  expect(seen).toHaveLength(1);
});
