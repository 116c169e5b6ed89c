import { describe, expect, it } from 'vitest';
import { contentOf, contextOf } from '../content.ts';
import { brl, flow, received, stored } from './testing/shown.ts';

const KEY_BYTES = Buffer.alloc(32, 7).toString('base64');
const AT = 1_780_000_000;
const INSTANT = new Date(AT * 1_000).toISOString();

describe('a card', () => {
  it.each<[string, object, { body: string; card: object }]>([
    [
      'an order',
      {
        orderMessage: {
          itemCount: 3,
          message: 'Quero estes',
          orderTitle: 'Padaria',
          totalAmount1000: 45900,
          totalCurrencyCode: 'BRL',
        },
      },
      {
        body: 'Padaria\nQuero estes\nR$ 45,90',
        card: { kind: 'order', title: 'Padaria', text: 'Quero estes', itemCount: 3, total: brl(45900) },
      },
    ],
    [
      'a product',
      {
        productMessage: {
          product: { title: 'Bolo de cenoura', currencyCode: 'BRL', priceAmount1000: 39900 },
          body: 'Tem esse?',
        },
      },
      {
        body: 'Tem esse?\n• Bolo de cenoura: R$ 39,90',
        card: {
          kind: 'product',
          text: 'Tem esse?',
          items: [{ heading: '', name: 'Bolo de cenoura', detail: '', quantity: null, price: brl(39900) }],
        },
      },
    ],
    [
      'a Pix key',
      flow('payment_info', {
        currency: 'BRL',
        total_amount: { value: 0, offset: 100 },
        payment_settings: [
          {
            type: 'pix_static_code',
            pix_static_code: { merchant_name: 'Loja', key: 'loja@example.com', key_type: 'EMAIL' },
          },
        ],
      }),
      {
        body: 'Pague aqui\n• Pix Loja: loja@example.com',
        card: {
          kind: 'pix',
          text: 'Pague aqui',
          keys: [{ kind: 'pixEmail', label: 'Loja', value: 'loja@example.com' }],
        },
      },
    ],
    [
      'an order that is to be paid',
      flow('review_and_pay', {
        currency: 'BRL',
        total_amount: { value: 4590, offset: 100 },
        order: {
          items: [{ name: 'Bolo', quantity: 2, amount: { value: 2295, offset: 100 } }],
        },
        payment_settings: [{ type: 'boleto', boleto: { digitable_line: '03399' } }],
      }),
      {
        body: 'Pague aqui\n• 2 × Bolo: R$ 22,95\nR$ 45,90\n• 03399',
        card: {
          kind: 'order',
          text: 'Pague aqui',
          items: [{ heading: '', name: 'Bolo', detail: '', quantity: 2, price: brl(22950) }],
          total: brl(45900),
          keys: [{ kind: 'boleto', label: '', value: '03399' }],
        },
      },
    ],
    [
      'what makes the sum of an order, with its note and number',
      flow('review_and_pay', {
        currency: 'BRL',
        reference_id: 'PED-7',
        additional_note: 'Entregar na portaria',
        total_amount: { value: 5390, offset: 100 },
        order: {
          items: [{ name: 'Bolo', quantity: 2, amount: { value: 2295, offset: 100 } }],
          subtotal: { value: 4590, offset: 100 },
          shipping: { value: 1000, offset: 100, description: 'Motoboy' },
          tax: { value: 0, offset: 100 },
          discount: { value: 200, offset: 100, description: 'Cupom' },
        },
      }),
      {
        body: [
          ...['Pague aqui', 'Entregar na portaria', '• 2 × Bolo: R$ 22,95', '• Σ: R$ 45,90'],
          ...['• 🚚 Motoboy: R$ 10,00', '• ➖ Cupom: R$ 2,00', 'R$ 53,90', 'PED-7'],
        ].join('\n'),
        card: {
          kind: 'order',
          text: 'Pague aqui\nEntregar na portaria',
          footer: 'PED-7',
          items: [
            { heading: '', name: 'Bolo', detail: '', quantity: 2, price: brl(22950) },
            { heading: '', name: 'Σ', detail: '', quantity: null, price: brl(45900) },
            { heading: '', name: '🚚 Motoboy', detail: '', quantity: null, price: brl(10000) },
            { heading: '', name: '➖ Cupom', detail: '', quantity: null, price: brl(2000) },
          ],
          total: brl(53900),
        },
      },
    ],
    [
      'a request for money beside a picture',
      { requestPaymentMessage: { noteMessage: { imageMessage: { caption: 'O recibo' } } } },
      { body: 'O recibo', card: { kind: 'paymentRequest', text: 'O recibo' } },
    ],
    [
      'a request for money',
      {
        requestPaymentMessage: {
          noteMessage: { extendedTextMessage: { text: 'Almoço' } },
          currencyCodeIso4217: 'BRL',
          amount1000: 25000,
        },
      },
      { body: 'Almoço\nR$ 25,00', card: { kind: 'paymentRequest', text: 'Almoço', total: brl(25000) } },
    ],
    [
      'money that was sent',
      { sendPaymentMessage: { noteMessage: { conversation: 'Aluguel' } } },
      { body: 'Aluguel', card: { kind: 'payment', text: 'Aluguel' } },
    ],
    ['a refusal', { declinePaymentRequestMessage: {} }, { body: '', card: { kind: 'paymentDeclined' } }],
    ['a withdrawal', { cancelPaymentRequestMessage: {} }, { body: '', card: { kind: 'paymentCancelled' } }],
    [
      'an invoice',
      { invoiceMessage: { note: 'Maio' } },
      { body: 'Maio', card: { kind: 'invoice', text: 'Maio' } },
    ],
    [
      'an event',
      {
        eventMessage: {
          name: 'Entrega técnica',
          description: 'Levar chave',
          startTime: AT,
          location: { name: 'Loja', address: 'Rua A, 10' },
          joinLink: 'https://call.whatsapp.com/x',
        },
      },
      {
        body: 'Entrega técnica\nLevar chave\nLoja, Rua A, 10\n• https://call.whatsapp.com/x',
        card: {
          kind: 'appointment',
          title: 'Entrega técnica',
          text: 'Levar chave',
          startsAt: INSTANT,
          place: 'Loja, Rua A, 10',
          actions: [{ label: '', url: 'https://call.whatsapp.com/x' }],
        },
      },
    ],
    [
      'an event that is off',
      { eventMessage: { name: 'Entrega', isCanceled: true } },
      { body: 'Entrega', card: { kind: 'cancelledAppointment', title: 'Entrega' } },
    ],
    [
      'an invitation to a group',
      { groupInviteMessage: { groupName: 'Condomínio', caption: 'Entre no grupo', inviteExpiration: AT } },
      {
        body: 'Condomínio\nEntre no grupo',
        card: { kind: 'groupInvite', title: 'Condomínio', text: 'Entre no grupo', endsAt: INSTANT },
      },
    ],
    [
      'an invitation to a channel',
      { newsletterAdminInviteMessage: { newsletterName: 'Novidades' } },
      { body: 'Novidades', card: { kind: 'channelInvite', title: 'Novidades' } },
    ],
    [
      'a call that was taken',
      { callLogMesssage: { isVideo: true, callOutcome: 0, durationSecs: 65 } },
      { body: '', card: { kind: 'videoCall', seconds: 65 } },
    ],
    [
      'a pack of stickers',
      { stickerPackMessage: { name: 'Gatos', publisher: 'Rita', stickers: [{}, {}] } },
      { body: 'Gatos\nRita', card: { kind: 'stickerPack', title: 'Gatos', footer: 'Rita', itemCount: 2 } },
    ],
    [
      'an animated sticker',
      { lottieStickerMessage: { message: { stickerMessage: { accessibilityLabel: '🎉' } } } },
      { body: '🎉', card: { kind: 'animatedSticker', text: '🎉' } },
    ],
    [
      'an animated sticker without its envelope',
      {
        stickerMessage: {
          ...{ accessibilityLabel: '🎉', isLottie: true, mimetype: 'application/was' },
          ...{ mediaKey: KEY_BYTES, directPath: '/v/x' },
        },
      },
      { body: '🎉', card: { kind: 'animatedSticker', text: '🎉' } },
    ],
    [
      'the result of a poll',
      {
        pollResultSnapshotMessage: {
          name: 'Dia?',
          pollVotes: [{ optionName: 'Sábado', optionVoteCount: 4 }],
        },
      },
      {
        body: 'Dia?\n• Sábado: 4',
        card: {
          kind: 'pollResult',
          title: 'Dia?',
          items: [{ heading: '', name: 'Sábado', detail: '4', quantity: null, price: null }],
        },
      },
    ],
    [
      'a request for the number',
      { requestPhoneNumberMessage: {} },
      { body: '', card: { kind: 'numberRequest' } },
    ],
  ])('shows %s', (_, message, { body, card }) => {
    expect(stored(message)).toMatchObject({ mediaType: 'chat', body, card });
    expect(stored(message).card).toEqual(card);
  });

  it('says what it is by its sign, also without words', () => {
    expect([
      stored({ productMessage: { product: {} } }).preview,
      stored({ orderMessage: { message: 'Quero estes' } }).preview,
    ]).toEqual(['🛍\uFE0E', '🛒\uFE0E Quero estes']);
  });

  it('comes with the picture above its words', () => {
    const image = { mediaKey: new Uint8Array(32), directPath: '/v/a', mimetype: 'image/jpeg' };
    expect(
      stored({ productMessage: { product: { title: 'Bolo', productImage: image }, body: 'Tem?' } }),
    ).toMatchObject({ mediaType: 'image', body: 'Tem?\n• Bolo', card: { kind: 'product' } });
    expect(
      stored({
        templateMessage: { hydratedTemplate: { hydratedContentText: 'Oferta', imageMessage: image } },
      }),
    ).toMatchObject({ mediaType: 'image', body: 'Oferta', card: { kind: 'template' } });
    const cards = [
      { header: { title: 'Fubá' } },
      { header: { title: 'Coco', imageMessage: image } },
      { header: { title: 'Limão', imageMessage: image } },
    ];
    expect(stored({ interactiveMessage: { carouselMessage: { cards } } })).toMatchObject({
      mediaType: 'image',
      body: 'Fubá\nCoco\nLimão',
    });
  });

  it('comes with the file of an invoice', () => {
    const invoice = {
      ...{ note: 'Maio', attachmentMediaKey: new Uint8Array(32), attachmentDirectPath: '/v/a' },
      attachmentMimetype: 'application/pdf',
    };
    expect([
      stored({ invoiceMessage: { ...invoice, attachmentType: 'PDF' } }),
      stored({ invoiceMessage: invoice }),
      stored({ invoiceMessage: { ...invoice, attachmentDirectPath: '' } }),
    ]).toMatchObject([
      { mediaType: 'application', body: 'Maio', card: { kind: 'invoice' } },
      { mediaType: 'image', body: 'Maio' },
      { mediaType: 'chat', body: 'Maio' },
    ]);
  });
});

describe('what is no card', () => {
  it('is a missed call, a comment, an ad without a text, and a poll in an envelope', () => {
    const options = [{ optionName: 'Sim' }, { optionName: 'Não' }];
    const messageSecret = Buffer.alloc(32, 7).toString('base64');
    const poll = contentOf(
      received({
        messageContextInfo: { messageSecret },
        pollCreationMessageV4: { message: { pollCreationMessage: { name: 'Vem?', options } } },
      }),
    );
    expect(poll).toMatchObject({ kind: 'poll', question: 'Vem?', secret: Buffer.alloc(32, 7) });
    expect(contentOf(received({ callLogMesssage: { callOutcome: 1 } }))).toMatchObject({ kind: 'call' });
    expect(
      stored({ extendedTextMessage: { contextInfo: { externalAdReply: { title: 'Bolo de festa' } } } }).body,
    ).toBe('Bolo de festa');
    const comment = received({
      commentMessage: { message: { conversation: 'Concordo' }, targetMessageKey: { id: 'B2' } },
    });
    expect(contentOf(comment)).toEqual({ kind: 'text', text: 'Concordo' });
    expect(contextOf(comment.message)).toMatchObject({ quotedId: 'B2' });
  });

  it('keeps its bytes when it is unknown, and shows the words that are found in it', () => {
    const message = { bcallMessage: { caption: 'Ligue de volta' } };
    expect(contentOf(received(message))).toMatchObject({ kind: 'unsupported', text: 'Ligue de volta' });
    expect(stored(message)).toMatchObject({ mediaType: 'unsupported', body: 'Ligue de volta' });
  });
});

it('shows a sticker that moves as a picture where it is one', () => {
  const sticker = {
    accessibilityLabel: '🎉',
    mimetype: 'image/webp',
    mediaKey: KEY_BYTES,
    directPath: '/v/x',
  };
  const shown = stored({ lottieStickerMessage: { message: { stickerMessage: sticker } } });
  expect([shown.mediaType, shown.card]).toEqual(['sticker', null]);
});
