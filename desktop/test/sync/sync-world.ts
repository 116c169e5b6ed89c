import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startApi } from '../../../server/test/api.ts';
import type { CompanyFixture, UserFixture } from '../../../server/test/fixtures.ts';
import {
  createLiveConsole,
  type LiveConsole,
  type LiveConsoleOptions,
  shownConversations,
  shownRows,
} from '../live/console.ts';
import { type LiveApi, openLiveApi, type Seat } from '../live/live-api.ts';

/** A server with one company, and consoles, which end with their test. */
interface Shared {
  server: LiveApi;
  company: CompanyFixture;
  consoleOf(seat: Seat, options?: LiveConsoleOptions): LiveConsole;
  /** A console of this person that has caught up. */
  live(user: UserFixture): Promise<LiveConsole>;
  /** Another computer of the same person gets the same rows. */
  expectFresh(console: LiveConsole): Promise<void>;
}
/** The world exists once the tests run. */
export type SyncWorld = () => Shared;

/** Called once by each file. */
export function openSyncWorld(): SyncWorld {
  let server: LiveApi;
  let company: CompanyFixture;
  const consoles: LiveConsole[] = [];

  beforeAll(async () => {
    server = await openLiveApi(await startApi());
    company = await server.company('Padaria');
  });
  afterEach(() => {
    for (const console of consoles.splice(0)) console.remove();
  });
  afterAll(() => server.stop());

  function consoleOf(seat: Seat, options?: LiveConsoleOptions): LiveConsole {
    const made = createLiveConsole(server.url, seat, options);
    consoles.push(made);
    return made;
  }
  async function live(user: UserFixture): Promise<LiveConsole> {
    const console = consoleOf(await server.seat(user));
    console.sync.start();
    await console.settle();
    return console;
  }
  async function expectFresh(console: LiveConsole): Promise<void> {
    await console.settle();
    const fresh = consoleOf(console.seat);
    fresh.sync.start();
    await fresh.settle();
    expect(shownRows(console)).toEqual(shownRows(fresh));
    expect(await shownConversations(console)).toEqual(await shownConversations(fresh));
  }

  return () => ({ server, company, consoleOf, live, expectFresh });
}

/** The messages, with the ticket's events in between. */
export const bodies = (console: LiveConsole, ticketId: number) =>
  console.store.messages
    .page({ ticketId, before: null, limit: 1_000 })
    .messages.filter(({ mediaType }) => mediaType !== 'event')
    .map(({ body }) => body);

export const send = (ticketId: number, body: string, mediaId: string | null = null) => ({
  id: uuidv7(),
  ticketId,
  body,
  mediaId,
  quotedMsgId: null,
});

export const frameTypes = (console: LiveConsole, from = 0) =>
  console.frames.slice(from).map(({ type }) => type);
