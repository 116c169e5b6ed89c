import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../test/phone-company.ts';
import { PICTURE } from '../../test/picture.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';

/** What people do to messages, and with them, on the other side. */
describe('reactions, votes, calls and marks', () => {
  let world: LocalWorld;
  let company: PhoneCompany;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
    await world.startSessions();
    await company.link();
  });
  afterAll(() => world.stop());

  const { stringify } = JSON;
  const admin = () => world.database.admin;
  async function customer(name: string) {
    const number = newNumber();
    const { commands } = world.sandbox;
    await commands.createPhone({ number, name });
    type Message = Parameters<typeof commands.send>[0];
    type Content = Message extends infer M ? (M extends Message ? Omit<M, 'from' | 'to'> : never) : never;
    const account = world.sandbox.world.numbered(number);
    return {
      number,
      account,
      write: async (content: Content, more: object = {}) =>
        (await commands.send({ ...content, ...more, from: number, to: company.phone } as Message)).id,
      rows: () => admin()`
        select m.id, m.wa_id, m.body, m.media_type, m.reactions, m.poll, m.view_once, m.forwarded, m.media_id,
          m.quoted_id, m.quoted_snippet, m.from_me, m.state, m.user_id, m.is_deleted, f.voice, f.waveform
        from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
        left join media f on f.company_id = m.company_id and f.id = m.media_id
        where c.number = ${number}  and m.state <> 'local' order by m.created_at, m.id`,
      tickets: () => admin()`
        select t.id, t.unread_messages, t.last_message from tickets t
        join contacts c on c.company_id = t.company_id and c.id = t.contact_id where c.number = ${number}`,
    };
  }
  type Customer = Awaited<ReturnType<typeof customer>>;
  const rowOf = async ({ rows }: Customer, id: string) => (await rows()).find(({ wa_id }) => wa_id === id);
  const reactionsOf = async (who: Customer, id: string) =>
    (
      (await rowOf(who, id))?.reactions as { emoji: string; name: string; fromMe: boolean }[] | undefined
    )?.map(({ emoji, name, fromMe }) => `${emoji} ${name} ${fromMe}`);

  it('keep one reaction of each person, which may change and go, and start no ticket', async () => {
    const maria = await customer('Maria');
    const id = await maria.write({ kind: 'text', text: 'oi' });
    await eventually(() => rowOf(maria, id), Boolean);
    await admin()`update tickets set status = 'closed', closed_at = now(), unread_messages = 0
      where contact_id = (select contact_id from messages where wa_id = ${id})`;
    for (const emoji of ['👍', '❤️']) await maria.write({ kind: 'reaction', target: id, text: emoji });
    await eventually(
      () => reactionsOf(maria, id),
      (found) => stringify(found) === stringify(['❤️ Maria false']),
    );
    const shop = world.sandbox.world.numbered(company.phone);
    await shop.react(maria.account, { remoteJid: maria.account.lidJid, fromMe: false, id }, '😂');
    await eventually(
      () => reactionsOf(maria, id),
      (found) => stringify(found) === stringify(['❤️ Maria false', '😂  true']),
    );
    await maria.write({ kind: 'reaction', target: id, text: '' });
    await maria.write({ kind: 'reaction', target: id, text: 'buy now!' });
    await eventually(
      () => reactionsOf(maria, id),
      (found) => stringify(found) === stringify(['😂  true']),
    );
    const tickets = await maria.tickets();
    expect(tickets).toMatchObject([{ unread_messages: 0 }]);
    expect(await maria.rows()).toHaveLength(1);
  });

  it('let a reaction wait for its message', async () => {
    const rita = await customer('Rita');
    const id = rita.account.newId();
    const target = { kind: 'reaction', target: id, text: '🙏' } as const;
    await rita.account.react(
      world.sandbox.world.numbered(company.phone),
      { remoteJid: world.sandbox.world.numbered(company.phone).lidJid, fromMe: true, id: target.target },
      target.text,
    );
    await eventually(
      () => admin()`select from early_changes where wa_id = ${id}`,
      (rows) => rows.length === 1,
    );
    expect(await rita.rows()).toHaveLength(0);
    await rita.write({ kind: 'text', text: 'obrigada' }, { id });
    await eventually(
      () => reactionsOf(rita, id),
      (found) => stringify(found) === stringify(['🙏 Rita false']),
    );
    expect(await admin()`select from early_changes where wa_id = ${id}`).toHaveLength(0);
  });

  it('show a poll, and what each person has chosen last', async () => {
    for (const addressing of ['lid', 'pn'] as const) {
      const bia = await customer('Bia');
      bia.account.addressing = addressing;
      const options = ['manhã', 'tarde', 'noite'];
      const id = await bia.write({ kind: 'poll', text: 'Quando?', options });
      await bia.write({ kind: 'vote', target: id, options: ['manhã', 'noite'] });
      await bia.write({ kind: 'vote', target: id, options: ['tarde'] });
      const poll = await eventually(
        async () => (await rowOf(bia, id))?.poll,
        (found) => stringify(found?.votes) === stringify({ '': [1] }),
      );
      expect(poll).toMatchObject({ question: 'Quando?', options });
      expect((await rowOf(bia, id))?.media_type).toBe('poll');
      expect((await bia.tickets())[0]).toMatchObject({ last_message: '📊 Quando?', unread_messages: 1 });
    }
  });

  it('show an appointment, and who comes', async () => {
    for (const addressing of ['lid', 'pn'] as const) {
      const lara = await customer('Lara');
      lara.account.addressing = addressing;
      const id = await lara.write({ kind: 'sample', name: 'event' });
      await lara.write({ kind: 'vote', target: id, options: ['maybe'] });
      await lara.write({ kind: 'vote', target: id, options: ['going'] });
      const poll = await eventually(
        async () => (await rowOf(lara, id))?.poll,
        (found) => stringify(found?.votes) === stringify({ '': [0] }),
      );
      expect(poll).toMatchObject({ question: 'Entrega técnica', options: ['going', 'notGoing', 'maybe'] });
      expect(await lara.rows()).toHaveLength(1);
    }
  });

  it('know what was forwarded, and what was quoted although it is not here', async () => {
    const caio = await customer('Caio');
    const id = await caio.write({ kind: 'text', text: 'de outro' }, { forwarded: true });
    const shop = world.sandbox.world.numbered(company.phone);
    const quoted = {
      stanzaId: '3EB0GONE',
      participant: shop.lidJid,
      quotedMessage: { conversation: 'Custa  50' },
    };
    const answer = await caio.account.send(shop, {
      message: { extendedTextMessage: { text: 'fechado', contextInfo: quoted } },
    });
    await eventually(() => rowOf(caio, answer), Boolean);
    expect(await rowOf(caio, id)).toMatchObject({ body: 'de outro', forwarded: true });
    expect(await rowOf(caio, answer)).toMatchObject({
      body: 'fechado',
      forwarded: false,
      quoted_id: null,
      quoted_snippet: 'Custa 50',
    });
  });

  it('take no file that may be seen only once', async () => {
    const dora = await customer('Dora');
    const fileBase64 = PICTURE.toString('base64');
    const id = await dora.write({ kind: 'image', fileBase64, text: 'só para você' }, { viewOnce: true });
    await eventually(() => rowOf(dora, id), Boolean);
    expect(await rowOf(dora, id)).toMatchObject({
      media_type: 'image',
      view_once: true,
      body: '',
      media_id: null,
    });
  });

  it('keep stickers, voice notes with their waves, and where somebody begins to walk', async () => {
    const gil = await customer('Gil');
    const voice = Buffer.concat([
      Buffer.from('OggS'),
      Buffer.alloc(24),
      Buffer.from('OpusHead'),
      Buffer.alloc(40),
    ]);
    const sticker = await gil.write({ kind: 'sticker', fileBase64: PICTURE.toString('base64') });
    const note = await gil.write({ kind: 'voice', fileBase64: voice.toString('base64'), seconds: 4 });
    const place = await gil.write({
      kind: 'location',
      latitude: -23.5,
      longitude: -46.6,
      text: 'a caminho',
      live: true,
    });
    await eventually(() => rowOf(gil, place), Boolean);
    expect((await rowOf(gil, sticker))?.media_type).toBe('sticker');
    const kept = await rowOf(gil, note);
    expect([kept?.voice, Buffer.from(kept?.waveform ?? '', 'base64').length]).toEqual([true, 64]);
    expect(await rowOf(gil, place)).toMatchObject({
      media_type: 'locationMessage',
      body: '|https://maps.google.com/?q=-23.5,-46.6|a caminho',
    });
  });

  it('note a call that nobody took, once', async () => {
    const hugo = await customer('Hugo');
    const { commands } = world.sandbox;
    const call = { from: hugo.number, to: company.phone };
    const { callId } = await commands.call({ ...call, video: true });
    await commands.endCall({ ...call, callId, missed: true });
    await commands.endCall({ ...call, callId, missed: true });
    await eventually(() => rowOf(hugo, callId), Boolean);
    const behind = await hugo.write({ kind: 'text', text: 'liguei' });
    await eventually(() => rowOf(hugo, behind), Boolean);
    expect(await hugo.rows()).toMatchObject([
      { media_type: 'call_log', body: 'video', from_me: false },
      { body: 'liguei' },
    ]);
    expect((await hugo.tickets())[0]).toMatchObject({ unread_messages: 2 });
  });

  it('refuse calls where the company takes none, and say so once, in its language', async () => {
    const { companyId } = company;
    await admin()`insert into settings (company_id, key, value) values (${companyId}, 'call', 'disabled')
      on conflict (company_id, key) do update set value = 'disabled'`;
    await admin()`update companies set language = 'en' where id = ${companyId}`;
    const iris = await customer('Iris');
    const { commands } = world.sandbox;
    const rejected = new Promise((resolve) => iris.account.once('call', resolve));
    await commands.call({ from: iris.number, to: company.phone });
    await rejected;
    await commands.call({ from: iris.number, to: company.phone });
    const rows = await eventually(
      () => iris.rows(),
      (all) => all.length === 3 && all.every(({ state }) => state !== 'queued' && state !== 'sending'),
    );
    expect(rows.map(({ media_type }) => media_type).toSorted()).toEqual(['call_log', 'call_log', 'chat']);
    const [told, ...others] = (await commands.ledger({ number: iris.number })).filter(
      ({ kind, from }) => kind === 'text' && from === company.phone,
    );
    expect([told?.text, others]).toEqual([expect.stringMatching(/^We do not take calls here/), []]);
    await admin()`delete from settings where company_id = ${companyId} and key = 'call'`;
  });

  it('tell who writes, on both sides', async () => {
    const joao = await customer('João');
    const { commands } = world.sandbox;
    const id = await joao.write({ kind: 'text', text: 'oi' });
    await eventually(() => rowOf(joao, id), Boolean);
    const [ticket] = await joao.tickets();
    const heard: unknown[] = [];
    const bus = await admin().listen('balcao', (payload) => {
      const { topic, data } = JSON.parse(payload) as { topic?: string; data?: unknown };
      if (topic === 'customer-typing') heard.push(data);
    });
    const news = { companyId: company.companyId, ticketId: Number(ticket?.id) };
    const becomes = (...states: string[]) =>
      eventually(
        () => Promise.resolve(heard),
        (all) => stringify(all) === stringify(states.map((state) => ({ ...news, state }))),
      );
    const type = (state: 'composing' | 'paused') =>
      commands.typing({ from: joao.number, to: company.phone, state });
    await type('composing');
    await becomes('composing');
    await type('composing');
    await type('paused');
    await becomes('composing', 'paused');
    await bus.unlisten();
    const agent = (state: string) =>
      admin().notify('balcao', stringify({ from: 'test', topic: 'agent-typing', data: { ...news, state } }));
    const seen = async () => (await commands.phones()).find(({ number }) => number === joao.number)?.typing;
    await agent('recording');
    await eventually(seen, (found) => found?.[company.phone] === 'recording');
    await agent('paused');
    await eventually(seen, (found) => found?.[company.phone] === undefined);
  });
});
