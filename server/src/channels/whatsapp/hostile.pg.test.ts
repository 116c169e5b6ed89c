import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { proto } from '@whiskeysockets/baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedAccount } from '../../../sandbox/phones/account.ts';
import { askAgain } from '../../../sandbox/phones/arrival.ts';
import { type Node, n, nowS } from '../../../sandbox/wire/nodes.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import { PICTURE } from '../../../test/picture.ts';
import { type LocalWorld, startWorld } from '../../../test/world.ts';
import { LEASE_TIMES } from '../lease.ts';
import { CARD, CONTENT, MAX, nested, padded, UNKNOWN_FIELD } from './testing/hostile-content.ts';

const { Type } = proto.Message.ProtocolMessage;

describe('malformed, unknown and hostile messages', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let neighbour: PhoneCompany;
  let eve: SimulatedAccount;
  let shop: SimulatedAccount;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase(), env: { BALCAO_MEDIA_LIMIT_MB: '5' } });
    company = await world.addCompany();
    neighbour = await world.addCompany();
    await world.startSessions({ lease: LEASE_TIMES });
    await company.link();
    await neighbour.link();
    eve = await person('Eve');
    shop = world.sandbox.world.numbered(company.phone);
  });
  afterAll(() => world.stop());

  async function person(name: string): Promise<SimulatedAccount> {
    const number = newNumber();
    await world.sandbox.commands.createPhone({ number, name });
    return world.sandbox.world.numbered(number);
  }
  const sql = () => world.database.admin;
  const device = () => [...shop.linked.values()][0]!;
  const send = (message: object, more: object = {}) => eve.send(shop, { message } as never, more);
  const rows = (tenant: PhoneCompany = company) => world.database.admin`
    select m.wa_id, m.body, m.media_type, m.from_me, m.placeholder, m.is_deleted, m.is_edited, m.quoted_id,
      length(m.payload) as raw, c.number, f.state, f.attempts, f.size::float8
    from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    left join media f on f.company_id = m.company_id and f.id = m.media_id
    where m.company_id = ${tenant.companyId} and m.state <> 'local' order by m.created_at, m.id`;
  const row = async (id: string) => (await rows()).find(({ wa_id }) => wa_id === id);

  /** Behind what was sent, a harmless message and one to the neighbour go through without a reconnect. */
  async function goesOn(): Promise<void> {
    const drops = () => sql()`select count(*)::int from connection_events where kind <> 'connected'`;
    const before = await drops();
    const maria = await person('Maria');
    const here = await maria.text(shop, 'inofensiva');
    const behind = await eve.text(shop, 'atrás');
    const there = await maria.text(world.sandbox.world.numbered(neighbour.phone), 'à vizinha');
    await eventually(async () => (await row(here))?.body === 'inofensiva', Boolean);
    await eventually(
      () => rows(neighbour),
      (all) => all.some(({ wa_id }) => wa_id === there),
    );
    await eventually(() => row(behind), Boolean);
    expect(await drops()).toEqual(before);
  }

  const files = async () =>
    (await readdir(join(world.config.dataDir, 'media'), { recursive: true, withFileTypes: true })).filter(
      (file) => file.isFile(),
    );

  it.each(CONTENT)('stores %s by what can be shown of it', async (_what, message, stored) => {
    const id = await send(message);
    expect(await eventually(() => row(id), Boolean)).toMatchObject({ body: '', ...stored });
  });

  it('cuts what is longer than a message may be', async () => {
    const line = await send({ conversation: 'x'.repeat(70_000) });
    const card = await send({ contactMessage: { displayName: 'Um', vcard: CARD(1_000_000) } });
    const contacts = Array.from({ length: 50 }, () => ({ displayName: 'n', vcard: CARD(5_000) }));
    const cards = await send({ contactsArrayMessage: { displayName: 'Muitos', contacts } });
    // Looked through for their names, at length by a careless pattern.
    const odd = [
      'FN;\n'.repeat(MAX / 4),
      'BEGIN:VCARD\n'.repeat(5_000),
      `BEGIN:VCARD\nFN:Cem\n${'TEL:+5511\n'.repeat(6_000)}END:VCARD`,
      'BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:=FF=FE\uD800\nEND:VCARD',
    ];
    const oddIds: string[] = [];
    for (const vcard of odd) oddIds.push(await send({ contactMessage: { displayName: 'x', vcard } }));
    await goesOn();
    for (const id of oddIds) expect(await row(id)).toMatchObject({ media_type: 'vcard' });
    expect((await row(line))?.body).toHaveLength(MAX);
    expect((await row(card))?.body).toHaveLength(MAX);
    const kept = (await row(cards))?.body as string;
    expect(kept.length).toBeLessThanOrEqual(MAX + 50);
    expect(kept.match(/END:VCARD/g)?.length).toBeGreaterThan(10);
  });

  it('goes on behind bytes that are no message, and shows that one came', async () => {
    const ids = [
      await send({}, { plain: padded(Buffer.from([0xff, 0xff, 0xff])) }),
      await send({}, { plain: Buffer.alloc(0) }),
      await send({}, { plain: padded(nested(6_000)) }),
      await send({}, { plain: randomBytes(500) }),
    ];
    const unknown = await send({}, { plain: padded(UNKNOWN_FIELD) });
    await goesOn();
    for (const id of [...ids, unknown])
      expect(await eventually(() => row(id), Boolean)).toMatchObject({ media_type: 'unsupported', body: '' });
  });

  it('stores no file that is not the one that was announced, and keeps to its size', async () => {
    const upload = () => eve.upload(PICTURE, 'image');
    const wrong = await send({
      imageMessage: { ...upload(), mimetype: 'image/png', fileSha256: Buffer.alloc(32, 7) },
    });
    const keyless = await send({
      imageMessage: { ...upload(), mimetype: 'image/png', mediaKey: Buffer.alloc(32, 1) },
    });
    const elsewhere = await send({
      documentMessage: { ...upload(), directPath: '@127.0.0.1:1/x', fileName: '../../etc/passwd\0' },
    });
    const small = await send({ imageMessage: { ...upload(), mimetype: 'text/html', fileLength: 2 ** 52 } });
    const large = await send({
      documentMessage: {
        ...eve.upload(randomBytes(6 * 1024 * 1024), 'document'),
        fileName: 'grande',
        fileLength: 1,
      },
    });
    const lost = await send({ imageMessage: { ...upload(), directPath: '/v/nowhere' } });
    await goesOn();
    const settled = await eventually(
      () => Promise.all([wrong, keyless, elsewhere, large, lost].map(row)),
      (all) => all.every((found) => found?.state !== 'pending' || found.attempts > 0),
    );
    expect(settled.map((found) => found?.state)).toEqual(['pending', 'pending', 'failed', 'failed', 'gone']);
    // A busy machine may lose a connection; then it is fetched again after five seconds.
    const fetched = await eventually(
      () => row(small),
      (found) => found?.state === 'stored',
      20_000,
    );
    expect(fetched).toMatchObject({ size: PICTURE.length });
    await eventually(files, (all) => all.length === 1);
  });

  it('fetches a file again whose connection broke in the middle', async () => {
    const { media } = world.sandbox.world;
    const bytes = randomBytes(300_000);
    const file = eve.upload(bytes, 'document');
    media.cutDownloads.add(file.directPath);
    const id = await send({ documentMessage: { ...file, fileName: 'inteiro' } });
    await eventually(
      () => row(id),
      (found) => found?.attempts === 1,
    );
    expect(media.cutDownloads).toEqual(new Set());
    await world.database
      .admin`update media set next_attempt_at = now() where state = 'pending' and name = 'inteiro'`;
    expect(
      await eventually(
        () => row(id),
        (found) => found?.state === 'stored',
      ),
    ).toMatchObject({ size: bytes.length });
    await eventually(files, (all) => all.length === 2);
  });

  it('changes nothing of others for who forges their ids', async () => {
    const maria = await person('Maria');
    const hers = await maria.text(shop, 'minha mensagem');
    await eventually(() => row(hers), Boolean);
    const key = { remoteJid: maria.lidJid, id: hers };
    await send({ protocolMessage: { type: 0, key: { ...key, fromMe: false } } });
    await send({ protocolMessage: { type: 0, key: { ...key, fromMe: true } } });
    await send({
      protocolMessage: { type: 14, key: { ...key, fromMe: true }, editedMessage: { conversation: 'mudada' } },
    });
    const quote = await send({
      extendedTextMessage: { text: 'citando', contextInfo: { stanzaId: hers, participant: maria.lidJid } },
    });
    const twin = await send({ conversation: 'mesmo id' }, { id: hers });
    const own = { appStateSyncKeyShare: { keys: [{ keyId: { keyId: randomBytes(6) } }] } };
    await send({ protocolMessage: { type: 6, ...own } });
    await send({
      deviceSentMessage: { destinationJid: maria.lidJid, message: { conversation: 'em nome de' } },
    });
    await goesOn();
    expect(twin).toBe(hers);
    const both = (await rows()).filter(({ wa_id }) => wa_id === hers);
    expect(both).toMatchObject([
      { body: 'minha mensagem', number: maria.number, is_deleted: false, is_edited: false },
      // Her changes to the id before she used it applied to her own message.
      { body: 'mudada', number: eve.number, is_deleted: true },
    ]);
    expect(await row(quote)).toMatchObject({ body: 'citando', quoted_id: null });
    // A message that Eve sends in the name of our phone is still from Eve.
    const forged = (await rows()).filter(({ body }) => body === 'em nome de');
    expect(forged).toMatchObject([{ number: eve.number, from_me: false }]);
    const keys = await world.database.admin`
      select count(*)::int as n from session_keys where company_id = ${company.companyId}
        and type = 'app-state-sync-key'`;
    expect(keys[0]?.n).toBe(1);
  });

  it('gives nobody a message that was for somebody else, though he asks for it by its id', async () => {
    const maria = await person('Maria');
    const hers = await maria.text(shop, 'qual é a senha?');
    await eventually(() => row(hers), Boolean);
    await world.database.admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      select company_id, ${randomUUID()}, ticket_id, contact_id, connection_id, true, 'é 1234', 'queued', now()
      from messages where wa_id = ${hers}`;
    const { id } = await world.sandbox.commands.waitForMessage({ number: maria.number, text: 'é 1234' });
    // The library remembers what this socket has sent; the next one asks the database.
    await world.sandbox.commands.cutCompanions({ number: company.phone });
    await company.connectionWith(({ status }) => status !== 'connected');
    await company.connectionWith(({ status }) => status === 'connected');
    const to: (string | undefined)[] = [];
    const note = (node: Node) => node.attrs.id === id && to.push(node.attrs.to);
    world.sandbox.world.on('clientMessage', note);
    for (const asking of [eve, maria]) await askAgain(asking, device(), id, device().lidJid);
    await eventually(
      async () => to,
      (all) => all.length > 0,
    );
    await goesOn();
    world.sandbox.world.off('clientMessage', note);
    expect(to).toEqual([maria.lidJid]);
  });

  it('shows nothing of what is about other messages and makes no sense', async () => {
    const before = await rows();
    const wordless: object[] = [
      { protocolMessage: { type: Type.REVOKE } },
      { protocolMessage: { type: Type.REVOKE, key: { id: '\0', fromMe: true } } },
      { protocolMessage: { type: Type.MESSAGE_EDIT } },
      { protocolMessage: { type: Type.MESSAGE_EDIT, key: { id: 'x'.repeat(5_000) }, editedMessage: {} } },
      { protocolMessage: { type: 99 } },
      { reactionMessage: {} },
      { reactionMessage: { key: {}, text: 'x'.repeat(70_000) } },
      { reactionMessage: { key: { id: '', remoteJid: 'x' }, text: '👍' } },
      { reactionMessage: { key: { id: 'A', fromMe: true }, text: 'no sign at all' } },
      { reactionMessage: { key: { id: 'A', fromMe: true }, text: '👍'.repeat(30) } },
      { pollUpdateMessage: {} },
      { pollUpdateMessage: { pollCreationMessageKey: { id: 'A' }, vote: {} } },
      { pollUpdateMessage: { vote: { encPayload: randomBytes(40), encIv: randomBytes(12) } } },
      { encEventResponseMessage: {} },
      { encReactionMessage: {} },
      { pinInChatMessage: {} },
      { keepInChatMessage: {} },
      { senderKeyDistributionMessage: {} },
    ];
    for (const message of wordless) await send(message);
    await goesOn();
    expect(await rows()).toHaveLength(before.length + 2);
  });

  it('counts no vote that cannot be read, and cuts a poll without end', async () => {
    const options = Array.from({ length: 500 }, (_, place) => ({ optionName: `${place}`.padEnd(300, 'x') }));
    const id = await send({
      pollCreationMessageV3: { name: 'q'.repeat(5_000), options },
      messageContextInfo: { messageSecret: randomBytes(32) },
    });
    const forge = (vote: object) =>
      send({
        pollUpdateMessage: { pollCreationMessageKey: { id, fromMe: true, remoteJid: shop.lidJid }, vote },
      });
    await forge({ encPayload: randomBytes(48), encIv: randomBytes(12) });
    await forge({ encPayload: Buffer.alloc(1), encIv: Buffer.alloc(1) });
    await forge({ encPayload: randomBytes(60_000), encIv: randomBytes(500) });
    await goesOn();
    const [found] = await world.database.admin`select poll from messages where wa_id = ${id}`;
    const { question, options: kept, votes } = found?.poll ?? {};
    expect([question.length, kept.length, kept[0].length, votes]).toEqual([1_000, 20, 200, {}]);
  });

  it('takes calls for what they are, whatever their ids', async () => {
    const before = await rows();
    const ring = (callId: string) => {
      const offer = { 'call-id': callId, 'call-creator': eve.lidJid, caller_pn: eve.pnJid };
      const attrs = { from: eve.lidJid, id: eve.newId(), t: nowS() };
      return device().deliver(`call/${randomUUID()}`, n('call', attrs, [n('offer', offer, [n('audio')])]));
    };
    for (const callId of ['', 'x'.repeat(5_000), 'with spaces', 'A'.repeat(32)]) await ring(callId);
    for (const callId of ['', 'x'.repeat(5_000), 'A'.repeat(32), 'never-rang'])
      await eve.endCall(shop, callId, 'timeout');
    await goesOn();
    const calls = (await rows()).slice(before.length).filter(({ media_type }) => media_type === 'call_log');
    expect(calls).toMatchObject([{ wa_id: 'A'.repeat(32), number: eve.number }]);
  });

  it('believes nobody who speaks as our own phone does', async () => {
    const maria = await person('Maria');
    const hers = await maria.text(shop, 'sou eu mesma');
    await eventually(() => row(hers), Boolean);
    const before = await rows();
    const forged = proto.WebMessageInfo.encode({
      key: { remoteJid: maria.lidJid, fromMe: false, id: 'FORJADA' },
      message: { conversation: 'em nome de Maria' },
    }).finish();
    const result = { placeholderMessageResendResponse: { webMessageInfoBytes: forged } };
    const mapping = proto.LIDMigrationMappingSyncPayload.encode({
      pnToLidMappings: [{ pn: Number(eve.number), assignedLid: Number(maria.lidJid.split('@')[0]) }],
    }).finish();
    for (const protocolMessage of [
      {
        type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: { stanzaId: 'X', peerDataOperationResult: [result] },
      },
      {
        type: Type.LID_MIGRATION_MAPPING_SYNC,
        lidMigrationMappingSyncMessage: { encodedMappingPayload: mapping },
      },
      {
        type: Type.HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: { syncType: 0, directPath: '@127.0.0.1:1/x', mediaKey: randomBytes(32) },
      },
    ])
      await send({ protocolMessage });
    await goesOn();
    expect(await rows()).toHaveLength(before.length + 2);
    await maria.text(shop, 'ainda sou eu');
    const authors = await eventually(
      async () => (await rows()).filter(({ body }) => body === 'ainda sou eu'),
      (found) => found.length > 0,
    );
    expect(authors).toMatchObject([{ number: maria.number }]);
  });

  it('refuses stanzas with ids that fit nowhere, once and for all, with a line in the log', async () => {
    const plain = { conversation: 'oi' };
    const before = await rows();
    for (const id of ['nulo\0', 'x'.repeat(5_000), 'com espaço e ç']) await send(plain, { id });
    const group = {
      groupId: `${'g'.repeat(4_000)}\0@g.us`,
      axolotlSenderKeyDistributionMessage: randomBytes(40),
    };
    const distribution = await send({ senderKeyDistributionMessage: group, ...plain });
    await goesOn();
    expect(await row(distribution)).toMatchObject({ body: 'oi' });
    expect(await rows()).toHaveLength(before.length + 3);
    expect([...device().pending.values()].filter(({ tag }) => tag === 'message')).toEqual([]);
    expect(world.logged().filter((line) => line.includes('impossible id'))).toHaveLength(3);
  });

  it('goes on behind stanzas that are no messages at all', async () => {
    const enc = (attrs: object, content: Uint8Array | Node[] = randomBytes(60)) =>
      n('enc', attrs as never, content);
    const attrs = { from: eve.lidJid, t: nowS(), type: 'text', notify: 'Eve' };
    const stanzas: Node[] = [
      n('message', { ...attrs, id: 'BAD1' }, [enc({ v: 2, type: 'msg' })]),
      n('message', { ...attrs, id: 'BAD2' }, [enc({ v: 2, type: 'pkmsg' })]),
      n('message', { ...attrs, id: 'BAD3' }, [enc({ v: 2, type: 'skmsg' })]),
      n('message', { ...attrs, id: 'BAD4' }, [enc({ type: 'novo' })]),
      n('message', { ...attrs, id: 'BAD5' }, [enc({ v: 2, type: 'msg' }, [n('x')])]),
      n('message', { ...attrs, id: 'BAD6' }),
      n('message', { ...attrs, id: 'BAD7', from: 'ninguém' }, [enc({ v: 2, type: 'msg' })]),
      n('message', { ...attrs, id: 'BAD8', from: '123@g.us' }, [enc({ v: 2, type: 'skmsg' })]),
      n('message', { ...attrs, id: 'BAD9', t: 'ontem' }, [enc({ v: 2, type: 'msmsg' })]),
      n('message', { id: 'BAD10' }, [enc({ v: 2, type: 'msg' })]),
    ];
    for (const stanza of stanzas) await device().deliver(stanza.attrs.id ?? '', stanza);
    await goesOn();
    const shown = (await rows()).filter(({ wa_id }) => String(wa_id).startsWith('BAD'));
    expect(shown.every(({ media_type, body }) => media_type === 'unsupported' && body === '')).toBe(true);
  });

  it('confirms receipts, calls and notices that say nothing, and goes on', async () => {
    const from = { from: eve.lidJid, t: nowS() };
    const list = Array.from({ length: 2_000 }, (_, index) => n('item', { id: `INVENTADA${index}` }));
    const stanzas: Node[] = [
      n('receipt', { ...from, id: 'ODD1', type: 'novo' }),
      n('receipt', { ...from, id: `ODD2\0${'x'.repeat(5_000)}` }),
      n('receipt', { ...from, id: 'ODD3', type: 'read' }, [n('list', {}, list)]),
      n('receipt', { ...from, id: 'ODD4', type: 'retry' }),
      n('receipt', { ...from, id: 'ODD5', from: 'ninguém' }),
      n('receipt', { ...from, id: 'ODD6', from: '1@g.us' }),
      n('receipt', { ...from, id: 'ODD7', recipient: eve.lidJid, participant: shop.lidJid }),
      n('call', { ...from, id: 'ODD8' }),
      n('call', { ...from, id: 'ODD9' }, [n('offer', {})]),
      n('notification', { ...from, id: 'ODD10', type: 'novo' }),
      n('notification', { ...from, id: 'ODD11', type: 'mediaretry' }),
      n('notification', { ...from, id: 'ODD12', type: 'encrypt' }),
      n('notification', { ...from, id: 'ODD13', from: '1@g.us', type: 'w:gp2' }, [n('subject', {})]),
    ];
    for (const stanza of stanzas) await device().deliver(stanza.attrs.id ?? '', stanza);
    await goesOn();
    await eventually(
      async () => [...device().pending.keys()].filter((id) => id.startsWith('ODD')),
      (waiting) => waiting.length === 0,
    );
  });
});
