import { TestClient, textOf } from '../sandbox/test/test-client.ts';
import { type Cache, cacheOf, type newComputer, type startConsole } from './console.ts';
import type { BenchWhatsApp } from './whatsapp.ts';

/** Receivers of the messages that customers send to a number. */
export interface Arrivals {
  number: string;
  /** When each was there, by its text, which is no other's. */
  at: ReadonlyMap<string, number>;
  /** Resolves when it is there. */
  arrived(text: string): Promise<void>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

function createArrivals() {
  const at = new Map<string, number>();
  const awaited = new Map<string, () => void>();
  return {
    at,
    note(text: string, now: number) {
      at.set(text, now);
      awaited.get(text)?.();
      awaited.delete(text);
    },
    async arrived(text: string) {
      if (at.has(text)) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      awaited.set(text, resolve);
      const late = setTimeout(() => reject(new Error(`"${text}" did not arrive`)), PATIENCE_MS);
      await promise;
      clearTimeout(late);
    },
  };
}

/** A bare Baileys that decrypts and hands over; only its keys are stored, in memory. */
export async function bareBaileys({ info, commands }: BenchWhatsApp): Promise<Arrivals> {
  const number = '5511950000000';
  await commands.createPhone({ number, name: 'Sem loja', company: true });
  const client = new TestClient({ endpoint: { url: info.url, ca: info.ca } });
  await client.pair({ scan: (qr) => commands.scan({ number, qr }) });
  const { at, note, arrived } = createArrivals();
  client.sock.ev.on('messages.upsert', ({ messages }) => {
    const now = performance.now();
    for (const message of messages) note(textOf(message) ?? '', now);
  });
  return { number, at, arrived, stop: () => client.stop() };
}

/** The file of a console, which holds what it shows. */
export async function sqliteOf(
  number: string,
  computer: ReturnType<typeof newComputer>,
  { core }: Awaited<ReturnType<typeof startConsole>>,
): Promise<Arrivals> {
  const cache: Cache = await cacheOf(computer);
  // One batch never holds so many messages of one ticket.
  const latest = cache
    .prepare<[number], string>(
      `select row ->> 'body' from message where ticket_id = ? order by n desc limit 40`,
    )
    .pluck();
  const { at, note, arrived } = createArrivals();
  const leave = core.on('db.changed', ({ ticketIds }) => {
    const now = performance.now();
    for (const ticketId of ticketIds)
      for (const body of latest.all(ticketId)) if (!at.has(body)) note(body, now);
  });
  return {
    number,
    at,
    arrived,
    async stop() {
      leave();
      cache.close();
    },
  };
}
