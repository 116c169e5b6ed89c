import type { WAMessage } from '@whiskeysockets/baileys';
import { expect, it } from 'vitest';
import { mapUpsert } from './mapper.ts';

const SELF = { phone: '5511900000000', lid: '900' };
const MARIA = '5511911111111@s.whatsapp.net';
const message = (key: object): WAMessage => ({
  key: { id: 'A', fromMe: false, ...key },
  message: { conversation: 'Olá' },
  messageTimestamp: 1_700_000_000,
});

it('takes what comes through a broadcast list as a message of its author, as WhatsApp shows it', () => {
  const [event] = mapUpsert(
    message({ remoteJid: '1700000000@broadcast', participant: MARIA, remoteJidAlt: '111@lid' }),
    SELF,
  );
  expect(event).toMatchObject({
    kind: 'message.received',
    message: {
      chat: {
        kind: 'direct',
        identities: [
          { kind: 'lid', value: '111' },
          { kind: 'phone', value: '5511911111111' },
        ],
      },
      ref: { id: 'A', fromMe: false, participant: '' },
    },
  });
});

it('ignores statuses, newsletters, the assistant and what we write to ourselves or to a list of ours', () => {
  const own = '5511900000000@s.whatsapp.net';
  for (const key of [
    { remoteJid: 'status@broadcast', participant: MARIA },
    { remoteJid: '120363000000000000@newsletter' },
    { remoteJid: own, fromMe: true },
    // WhatsApp's assistant, by each of its names.
    { remoteJid: '13135550002@s.whatsapp.net' },
    { remoteJid: '999@lid', remoteJidAlt: '13135550002@s.whatsapp.net' },
    { remoteJid: '867051314767696@bot' },
    { remoteJid: '1700000000@broadcast', participant: own, fromMe: true },
  ])
    expect(mapUpsert(message(key), SELF)).toEqual([]);
});

it('knows our own messages in a group by nobody else’s name, so that one from here can be deleted on the phone', () => {
  const key = { remoteJid: '120363@g.us', participant: '900:3@lid', fromMe: true };
  const own = { id: 'A', fromMe: true, participant: '' };
  expect(mapUpsert(message(key), SELF)[0]).toMatchObject({ message: { ref: own } });
  const deletion = { protocolMessage: { type: 0, key: { id: 'A', fromMe: true, remoteJid: key.remoteJid } } };
  expect(mapUpsert({ key: { ...key, id: 'B' }, message: deletion }, SELF)).toMatchObject([
    { kind: 'message.changed', change: { kind: 'delete' }, ref: own },
  ]);
  const theirs = message({ remoteJid: '120363@g.us', participant: '111:2@lid' });
  expect(mapUpsert(theirs, SELF)[0]).toMatchObject({ message: { ref: { participant: '111@lid' } } });
});
