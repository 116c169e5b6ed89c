import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import {
  DEFAULT_NOTIFICATIONS,
  type NotificationSettings,
} from '@balcao/shared/features/preferences/notification-settings.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ticketUuid } from '../../../test/rows.ts';
import { MANY } from '../../features/tickets/ticket-notices.ts';
import { CHAT, ME, start } from './testing/notified-agent.ts';

describe('notifications', () => {
  it('come for waiting tickets and my own, not for colleagues, closed ones or the one that is looked at', () => {
    const { shown, seen, writes } = start();
    seen.add(3);
    writes(1);
    writes(2, { status: 'open', userId: ME });
    writes(3, { status: 'open', userId: ME });
    writes(4, { status: 'open', userId: 8 });
    writes(5, { status: 'closed', userId: ME });
    const expected = [
      [ticketUuid(1), 'Cliente 1', 'texto 1'],
      [ticketUuid(2), 'Cliente 2', 'texto 2'],
    ];
    expect(shown()).toEqual(expected);
    seen.clear();
    writes(3);
    expect(shown()).toEqual([...expected, [ticketUuid(3), 'Cliente 3', 'texto 6']]);
  });

  it('are one for each ticket, counted, and go when it was read, taken over or looked at', async () => {
    const { shown, keys, clock, notifier, put, seen, writes } = start();
    for (const id of [1, 1, 2, 3, 1]) writes(id);
    expect(shown().at(-1)).toEqual([ticketUuid(1), 'Cliente 1 (3)', 'texto 5']);
    put(1, { unreadMessages: 0 });
    put(2, { status: 'open', userId: 8 });
    notifier.review();
    expect(keys()).toEqual([ticketUuid(3)]);
    seen.add(3);
    notifier.review();
    expect(keys()).toEqual([]);
    await clock.advance(5_000);
    writes(1);
    expect(shown()).toEqual([[ticketUuid(1), 'Cliente 1', 'texto 6']]);
  });

  it('tell what I am given, together what comes at once, until I look at it', async () => {
    const { shown, keys, clock, notifier, put, seen } = start();
    const mine = (id: number) => notifier.given(put(id, { status: 'open', userId: ME }));
    mine(1);
    await clock.advance(5_000);
    expect(shown()).toEqual([[ticketUuid(1), 'Você recebeu um atendimento', 'Cliente 1']]);
    mine(2);
    mine(3);
    await clock.advance(5_000);
    expect(shown().at(-1)).toEqual(['given', 'Você recebeu 2 atendimentos', 'Cliente 2, Cliente 3']);
    for (const id of [1, 2, 3]) seen.add(id);
    notifier.review();
    expect(keys()).toEqual([]);
  });

  it('tell when a deadline of mine is near and when it was missed, once each, until I have answered', async () => {
    const { shown, keys, clock, notifier, put } = start();
    const inMinutes = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
    const deadlines = () => [
      { kind: 'firstAnswer' as const, policyId: 1, nearAt: inMinutes(3), dueAt: inMinutes(5) },
    ];
    const waits = { waitingSince: inMinutes(0), deadlines: deadlines() };
    put(1, { ...waits, status: 'open', userId: ME });
    put(2, { ...waits, status: 'open', userId: 8 });
    notifier.review();
    await clock.advance(2 * 60_000);
    expect(shown()).toEqual([]);
    await clock.advance(60_000);
    expect(shown()).toEqual([[ticketUuid(1), 'Um prazo está perto do fim', 'Cliente 1']]);
    notifier.review();
    await clock.advance(2 * 60_000);
    expect(shown().at(-1)).toEqual([ticketUuid(1), 'Um prazo foi perdido', 'Cliente 1']);
    await clock.advance(60 * 60_000);
    put(1, { waitingSince: null, deadlines: [] });
    notifier.review();
    expect(keys()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it('tell of tickets that came back at their time, of many together, until they are looked at or put off again', async () => {
    const { shown, keys, clock, notifier, put, seen } = start();
    const back = (id: number, patch: Partial<TicketItem> = { status: 'open', userId: ME }) =>
      notifier.returned(put(id, patch));
    back(1);
    back(2, { status: 'open', userId: 8 });
    await clock.advance(5_000);
    expect(shown()).toEqual([[ticketUuid(1), 'O atendimento adiado voltou', 'Cliente 1']]);
    for (const id of [3, 4]) back(id);
    await clock.advance(5_000);
    expect(shown().at(-1)).toEqual(['back', '2 atendimentos adiados voltaram', 'Cliente 3, Cliente 4']);
    seen.add(1).add(3);
    notifier.review();
    expect(keys()).toEqual(['back']);
    put(4, { snoozedUntil: '2040-01-01T12:00:00Z' });
    notifier.review();
    expect(keys()).toEqual([]);
  });

  it('never come while a bot answers, and at once when it leaves a customer to people, until somebody takes them', async () => {
    const { shown, told, keys, clock, notifier, put, writes } = start();
    const handsOver = (id: number, missed = false, patch: Partial<TicketItem> = {}) =>
      notifier.handedOver({ ticket: put(id, { chatbot: false, ...patch }), missed });
    writes(1, { chatbot: true });
    await clock.advance(5_000);
    expect(told).toEqual([]);
    // Somebody has read it on the phone: they are waited for all the same.
    handsOver(1, false, { unreadMessages: 0 });
    notifier.review();
    expect(shown()).toEqual([[ticketUuid(1), 'Cliente 1', 'O bot passou a conversa para a equipe']]);
    expect(told.map(({ sound }) => sound)).toEqual([true]);
    put(1, { chatbot: true });
    notifier.review();
    expect(keys()).toEqual([]);
    handsOver(1);
    put(1, { status: 'open', userId: ME });
    notifier.review();
    expect(keys()).toEqual([]);
    handsOver(2, true);
    handsOver(3, true, { status: 'open', userId: 8 });
    notifier.caughtUp();
    expect(keys()).toEqual([ticketUuid(2)]);
    await clock.advance(5_000);
    for (const id of [4, 5, 6, 7]) handsOver(id);
    await clock.advance(5_000);
    expect(shown()).toHaveLength(5);
  });

  it('ring at most every two seconds', async () => {
    const { told, clock, writes } = start();
    for (const wait of [0, 500, 1_499, 1, 1, 1_999]) {
      await clock.advance(wait);
      writes(1);
    }
    expect(told.map(({ sound }) => sound)).toEqual([true, false, false, true, false, true]);
  });

  it('say as much as may be read on this screen', () => {
    const words = (preview: NotificationSettings['preview'], language: Settings['language'] = 'pt') => {
      const { shown, writes } = start({ preview }, language);
      writes(1, {}, { body: 'Bom dia', participantName: 'João' });
      writes(1, {}, { mediaType: 'locationMessage', body: 'data:image/png;base64,AA | https://x | Praça' });
      writes(2, {}, { body: 'x'.repeat(5_000) });
      return shown().map(([, title, body]) => [title, body]);
    };
    expect(words('full')).toEqual([
      ['Cliente 1 (2)', '📍 Praça'],
      ['Cliente 2', 'x'.repeat(200)],
    ]);
    expect(words('name', 'es')).toEqual([
      ['Cliente 1', '2 mensajes nuevos'],
      ['Cliente 2', 'Mensaje nuevo'],
    ]);
    expect(words('none', 'en')).toEqual([
      ['New message', ''],
      ['New message', ''],
    ]);
  });

  it('are silent in muted queues, while paused and in quiet hours', () => {
    const silent = (chosen: Partial<NotificationSettings>) => {
      const { told, writes } = start(chosen);
      writes(1, { queueId: 4 });
      return told.length === 0;
    };
    const quietHours = { ...DEFAULT_NOTIFICATIONS.quietHours, enabled: true, from: '00:00', to: '00:00' };
    expect([
      silent({ mutedQueueIds: [4] }),
      silent({ mutedQueueIds: [5] }),
      silent({ pausedUntil: 'switchedOff' }),
      silent({ quietHours }),
    ]).toEqual([true, false, true, true]);
  });

  it('that are switched off still ring', () => {
    const { told, host, writes } = start({ shown: false });
    writes(1);
    expect([told.map(({ sound, visible }) => [sound, visible]), host.notices]).toEqual([[[true, false]], []]);
  });

  it('sum up what came while the computer slept, without what was read meanwhile', () => {
    const { shown, told, notifier, put, writes } = start();
    for (let id = 1; id <= 6; id++) for (let n = 0; n < 20; n++) writes(id, {}, {}, true);
    put(6, { unreadMessages: 0 });
    expect(told).toEqual([]);
    notifier.caughtUp();
    expect(shown()).toEqual([
      [MANY, '5 conversas com mensagens novas', 'Cliente 1, Cliente 2, Cliente 3 e mais 2'],
    ]);
    for (let id = 1; id <= 4; id++) put(id, { unreadMessages: 0 });
    notifier.review();
    expect(shown()).toHaveLength(1);
    put(5, { unreadMessages: 0 });
    notifier.review();
    expect(shown()).toEqual([]);
    for (const id of [1, 2]) for (let n = 0; n < 3; n++) writes(id, {}, {}, true);
    notifier.caughtUp();
    expect(shown().map(([, title]) => title)).toEqual(['Cliente 1 (3)', 'Cliente 2 (3)']);
  });

  it('sum up what everything that came anew has brought, few or many, and tell nothing of it twice', () => {
    const { shown, told, notifier, put, writes } = start();
    put(1, { unreadMessages: 3 });
    put(2, { unreadMessages: 1, status: 'open', userId: 8 });
    notifier.resynced([1, 2, 99]);
    expect(told).toEqual([]);
    notifier.caughtUp();
    expect(shown()).toEqual([[MANY, '1 conversa com mensagens novas', 'Cliente 1']]);
    notifier.caughtUp();
    expect(told).toHaveLength(1);
    put(1, { unreadMessages: 0 });
    notifier.review();
    notifier.resynced([1]);
    writes(1, {}, {}, true);
    notifier.caughtUp();
    expect(shown()).toEqual([[ticketUuid(1), 'Cliente 1', 'texto 1']]);
  });

  it('tell of a note that names me, until it is read or looked at, and not while all is silent', () => {
    const { shown, keys, told, seen, settings, mentions, notifier, names } = start();
    const first = names(1);
    expect(shown()).toEqual([['mention-0', 'Ana mencionou você', 'Maria: @Bruno, veja']]);
    expect(told.map(({ sound, path }) => [sound, path])).toEqual([[true, `/tickets/${ticketUuid(1)}`]]);
    mentions.set(first.id, { ...first, readAt: first.createdAt });
    notifier.review();
    seen.add(2);
    names(2);
    Object.assign(settings.notifications, { pausedUntil: 'switchedOff' });
    names(3);
    expect(keys()).toEqual([]);
    Object.assign(settings.notifications, { pausedUntil: null });
    for (const id of [4, 5, 6, 7]) names(id, true);
    notifier.caughtUp();
    expect(shown()).toEqual([['mentions', '4 menções novas', '']]);
  });

  it('tell of what colleagues say, once for each chat, until it is read or looked at', () => {
    const { shown, chats, seenChats, notifier, says } = start();
    says(1, 'Bom dia');
    says(1, 'Alguém aí?');
    seenChats.add(2);
    says(2, 'vista');
    const key = `chat-${ticketUuid(1)}`;
    expect(shown()).toEqual([[key, 'Turno', 'Ana: Alguém aí?']]);
    chats.set(1, { ...CHAT, unread: 0 });
    notifier.review();
    says(3, 'enquanto dormia', true);
    expect(shown()).toEqual([]);
    notifier.caughtUp();
    expect(shown()).toEqual([[`chat-${ticketUuid(3)}`, 'Turno', 'Ana: enquanto dormia']]);
  });

  it('name the account where there are several', () => {
    const { shown, writes } = start({ preview: 'none' }, 'en', 'Loja');
    writes(1);
    expect(shown()).toEqual([[ticketUuid(1), 'New message · Loja', '']]);
  });

  it('never come as a flood, and forget nothing that is unread', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ id: fc.integer({ min: 1, max: 30 }), wait: fc.integer({ min: 0, max: 1_500 }) }),
          {
            maxLength: 80,
          },
        ),
        async (arrivals) => {
          const { host, told, clock, notifier, keys, writes } = start({ preview: 'name' });
          const began = clock.now();
          for (const { id, wait } of arrivals) {
            if (wait > 1_000) await clock.advance(wait);
            writes(id);
          }
          await clock.advance(5_000);
          const tickets = new Set(arrivals.map(({ id }) => ticketUuid(id)));
          const alone = new Set(keys().filter((key) => key !== MANY));
          expect(keys().includes(MANY) || alone.size === tickets.size).toBe(true);
          const windows = (clock.now() - began) / 5_000 + 1;
          const first = new Set(told.map(({ key }) => key).filter((key) => key !== MANY));
          expect(first.size).toBeLessThanOrEqual(Math.ceil(windows) * 6);
          notifier.stop();
          expect([host.notices, clock.waiting()]).toEqual([[], 0]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
