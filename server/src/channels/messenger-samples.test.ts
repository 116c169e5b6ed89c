import { expect, it } from 'vitest';
import { MESSENGERS, type Messenger, messengerSample, samplesOf } from '../../sandbox/messenger-samples.ts';
import type { ChannelEvent } from './channel.ts';
import { eventsOf as eventsOfHub, type HubLine } from './hub/mapper.ts';
import { hubNotice } from './hub/notices.ts';
import { eventsOf as eventsOfTelegram } from './telegram/mapper.ts';
import { update } from './telegram/updates.ts';
import { eventsOf as eventsOfCloud } from './whatsapp-cloud/mapper.ts';
import { readNotice } from './whatsapp-cloud/notice.ts';

/** Each kind that people of the sandbox send on other messengers, as the port has it. */

const NUMBER = '106540352242922';

const throughHub = (channel: HubLine['channel']) => (content: object) => {
  const message = { id: 'm1', from: '7', to: 'loja', direction: 'IN', contents: [content] };
  const notice = hubNotice.parse({ type: 'MESSAGE', message });
  return eventsOfHub(notice, { channel, channelId: 'loja' }, new Date(0));
};

const READERS: Record<Messenger, (content: object) => ChannelEvent[]> = {
  telegram(content: object) {
    const message = { message_id: 9, chat: { id: 7, type: 'private' }, date: 1_700_000_000, ...content };
    return eventsOfTelegram(update.parse({ update_id: 1, message }));
  },
  instagram: throughHub('instagram'),
  telegram_hub: throughHub('telegram'),
  facebook: throughHub('facebook'),
  whatsapp_cloud(content: object) {
    const message = { id: 'wamid.1', from: '5511987650007', timestamp: '1700000000', ...content };
    const value = { metadata: { phone_number_id: NUMBER }, messages: [message] };
    const notice = {
      object: 'whatsapp_business_account',
      entry: [{ changes: [{ field: 'messages', value }] }],
    };
    return eventsOfCloud(readNotice(Buffer.from(JSON.stringify(notice)), NUMBER));
  },
};

/** Kind, words, and what else is read of it. */
const EXPECTED: Record<Messenger, Record<string, [kind: string, text: string, more?: object]>> = {
  telegram: {
    start: ['text', '/start natal-2026', { referral: { sourceId: 'natal-2026', app: 'telegram' } }],
    contact: ['contacts', ''],
    place: ['location', 'Loja, Rua das Palmeiras, 20'],
    paidPictures: ['image', 'veja'],
    paidVideo: ['video', 'o bolo'],
    story: ['text', 'Ana\n• https://t.me/ana/s/3', { content: { card: { kind: 'story' } } }],
    checklist: ['text', 'Mudança\n☐ Caixas\n☐ Caminhão\n☐ Chaves'],
    tasksAdded: ['text', '☐ Fita'],
    tasksDone: ['text', '☑ Caixas'],
    bill: ['text', 'Bolo\nDe cenoura'],
    gift: ['unsupported', 'Parabéns pela loja!'],
  },
  instagram: {
    buttonAnswer: ['text', 'Falar com alguém', { content: { tap: 'PEOPLE' } }],
    place: ['location', 'Loja, Rua das Palmeiras, 20'],
    storyMention: ['unsupported', 'Olha a loja!'],
  },
  telegram_hub: {
    start: ['text', '/start natal-2026', { referral: { sourceId: 'natal-2026', app: 'telegram' } }],
    buttonAnswer: ['text', 'Falar com alguém', { content: { tap: 'PEOPLE' } }],
    place: ['location', 'Loja, Rua das Palmeiras, 20'],
  },
  facebook: {
    buttonAnswer: ['text', 'Falar com alguém', { content: { tap: 'PEOPLE' } }],
    place: ['location', 'Loja, Rua das Palmeiras, 20'],
  },
  whatsapp_cloud: {
    order: [
      'text',
      'Para sábado\n• 2 × BOLO-CENOURA: R$ 39,90\nR$ 79,80',
      { content: { card: { kind: 'order' } } },
    ],
    product: ['text', 'Ainda tem esse?\n• BOLO-CENOURA', { content: { card: { kind: 'product' } } }],
    productPicture: [
      'image',
      'Tem com esta cobertura?\n• BOLO-CENOURA',
      { content: { card: { kind: 'product' } } },
    ],
    flowAnswer: ['text', 'Cidade: Recife\nPessoas: 2'],
    templateAnswer: ['text', 'Falar com alguém', { content: { tap: 'PEOPLE' } }],
    place: ['location', 'Loja, Rua das Palmeiras, 20'],
    contact: ['contacts', ''],
    ad: [
      'text',
      'Olá! Quero encomendar o bolo de festa.',
      { referral: { kind: 'ad', title: 'Bolo de festa', clickId: 'ARAkLkA8rmlFeiCktEJQ' } },
    ],
    post: [
      'text',
      'Vi a foto do bolo de fubá',
      { referral: { kind: 'post', title: 'Bolo de fubá', app: 'facebook' } },
    ],
    opened: ['text', '', { content: { card: { kind: 'arrival' } } }],
    unsupported: ['unsupported', 'Enquetes não chegam aqui'],
  },
};

const messageOf = (event: ChannelEvent | undefined) =>
  event?.kind === 'message.received' ? event.message : null;

for (const messenger of MESSENGERS)
  it.each(samplesOf(messenger))(`${messenger} tells of %s`, (name) => {
    const message = messageOf(READERS[messenger](messengerSample(messenger, name).content)[0]);
    const [kind, text, more = {}] = EXPECTED[messenger][name] ?? ['nothing expected', ''];
    expect(message).toMatchObject({ content: { kind }, ...more });
    expect(message && 'text' in message.content ? message.content.text : '').toBe(text);
  });
