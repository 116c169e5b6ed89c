import { randomUUID } from 'node:crypto';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InboundContent } from '../channels/channel.ts';
import {
  api,
  company,
  events,
  kinds,
  prepare,
  put,
  receive,
  sent,
  set,
  tickets,
} from './testing/ticket-rules.ts';

/** Marks of the scales that a company may choose, and what customers say about them. */

prepare();

const GOODBYE = 'Até logo, Maria!';
const THANKS = expect.stringMatching(/^Obrigado pela sua avaliação!\n\nSe quiser contar mais/);
const COMMENTED = 'Obrigado pelo seu comentário!';
const QUESTION = expect.stringMatching(/^Como você avalia/);

const rating = async () => {
  const [cycle] = await api.database.admin`
    select rating_scale as scale, rate as mark, commented_at is not null as commented, (
      select count(*)::int from rating_messages r
      where r.company_id = k.company_id and r.tracking_id = k.id) as words
    from ticket_tracking k where company_id = ${company.companyId} order by id limit 1`;
  return cycle;
};

const close = async (settings: Record<string, string>) => {
  await set({ userRating: 'enabled', ...settings });
  await receive('oi');
  await put('ana', { status: 'open' });
  await put('ana', { status: 'closed' });
};

describe('the scale that a company has chosen', () => {
  it.each([
    ['stars', 'cinco estrelas', 5],
    ['stars', '⭐⭐', 2],
    ['nps', '10', 10],
    ['nps', '0', 0],
    ['satisfaction', 'Muito satisfeito', 3],
  ])('%s: %j is the mark %i, beside its scale', async (scale, text, mark) => {
    await close({ ratingScale: scale });
    await receive(text);
    expect(await rating()).toMatchObject({ scale, mark, commented: false });
    expect((await events()).at(-1)).toEqual({ kind: 'rated', scale, rate: mark, toUser: 'Ana' });
    expect(await sent()).toEqual([expect.any(String), 'Obrigado pela sua avaliação!', GOODBYE]);
  });

  it('is asked for with what may be tapped, and counts as it was when it was asked', async () => {
    await close({ ratingScale: 'stars' });
    const [question] = await api.database.admin`
      select body, menu from messages where company_id = ${company.companyId} and menu is not null`;
    expect(question?.body).toMatch(/\*5\* - ⭐⭐⭐⭐⭐\n\nPara voltar ao atendimento, responda \*!\*$/);
    expect(question?.menu).toMatchObject({
      lead: expect.stringMatching(/^Como você avalia/),
      choices: Array.from({ length: 5 }, (_, place) => ({ label: '⭐'.repeat(place + 1) })),
    });
    await set({ ratingScale: 'nps' });
    await receive('⭐⭐⭐⭐', { content: { kind: 'text', text: '⭐⭐⭐⭐', tap: 'menu.x.3' } });
    expect(await rating()).toMatchObject({ scale: 'stars', mark: 4 });
  });

  it('does not take what it does not have, which is a message', async () => {
    await close({ ratingScale: 'nps' });
    await receive('11');
    expect(await rating()).toMatchObject({ mark: null });
    expect(await tickets()).toMatchObject([{ status: 'pending', unread: 1 }]);
  });
});

describe('a comment', () => {
  const photo: InboundContent = {
    ...{ kind: 'image', text: '', mime: 'image/jpeg', fileName: 'foto.jpg', size: 3, sha256: null },
    ...{ width: 1, height: 1, seconds: null, voice: false, waveform: null, source: new Uint8Array([1]) },
  } as InboundContent;

  beforeEach(async () => {
    await close({ ratingComment: 'enabled', ratingScale: 'stars' });
    await receive('5');
  });

  it('within an hour belongs to the mark, opens nothing, rings nobody and is thanked for once', async () => {
    api.advance(59 * 60_000);
    const id = randomUUID();
    await Promise.all([receive('Adorei!', { id }), receive('Adorei!', { id })]);
    await receive('', { content: photo });
    await receive('Até a próxima');
    expect(await rating()).toEqual({ scale: 'stars', mark: 5, commented: true, words: 3 });
    expect(await tickets()).toMatchObject([{ status: 'closed', unread: 0 }]);
    expect(await sent()).toEqual([QUESTION, THANKS, GOODBYE, COMMENTED]);
    expect(await kinds()).toEqual(['started', 'accepted', 'closed', 'rated', 'commented']);
    const [{ media } = {}] = await api.database.admin`
      select count(*)::int as media from media where company_id = ${company.companyId} and state = 'pending'`;
    expect(media).toBe(1);
  });

  it.each([
    ['after the hour', async () => void (await api.advance(61 * 60_000))],
    [
      'when it was said',
      async () => {
        await receive('Adorei!');
        api.advance(3 * 60_000);
      },
    ],
  ])('%s the next text is a message again, and nobody is told goodbye twice', async (_, pass) => {
    await pass();
    await api.run('waits for ratings');
    await receive('Vocês abrem amanhã?');
    expect((await tickets()).at(-1)).toMatchObject({ status: 'pending', unread: 1 });
    expect((await sent()).filter((text) => text === GOODBYE)).toHaveLength(1);
  });

  it('is what the customer means by it: another mark takes the place of the first, the same one changes nothing', async () => {
    await receive('5');
    await receive('4 estrelas');
    expect(await rating()).toMatchObject({ mark: 4, commented: false, words: 0 });
    expect(await kinds()).toEqual(['started', 'accepted', 'closed', 'rated', 'rated']);
    await receive('Faltou o café');
    expect(await rating()).toMatchObject({ mark: 4, commented: true, words: 1 });
    expect(await tickets()).toMatchObject([{ status: 'closed', unread: 0 }]);
  });

  it('is not the wish to go on', async () => {
    await receive('!');
    expect(await tickets()).toMatchObject([{ status: 'open', userId: company.ana.id, unread: 1 }]);
    expect(await rating()).toMatchObject({ commented: false });
  });

  const ad = {
    kind: 'ad',
    source: 'https://fb.me/1',
    title: 'Oferta',
    sourceId: '1',
  } as unknown as MessageReferral;
  it.each<[string, Parameters<typeof receive>[1]]>([
    ['the wish for the menu', {}],
    ['an order', { content: { kind: 'text', text: 'Pedido', card: { kind: 'order' } as never } }],
    ['a tap on an advertisement', { referral: ad }],
    ['what cannot be read', { content: { kind: 'unavailable' } }],
    ['what was written before anybody asked', { at: new Date(Date.now() - 7_200_000) }],
  ])('is not %s', async (what, more) => {
    await receive(what === 'the wish for the menu' ? '#' : 'oi', more);
    expect((await tickets()).at(-1)).toMatchObject({ status: 'pending' });
    expect(await rating()).toMatchObject({ commented: false, words: 0 });
  });

  it('is not awaited once an agent goes on, nor of whom no bot may speak to', async () => {
    await put('ana', { status: 'open' });
    await receive('Mais uma coisa');
    expect(await tickets()).toMatchObject([{ status: 'open', unread: 1 }]);
    await api.database.admin`update contacts set bot_disabled = true where company_id = ${company.companyId}`;
    await put('ana', { status: 'closed' });
    await receive('5');
    expect(await tickets()).toMatchObject([{ status: 'pending', unread: 1 }]);
  });
});
