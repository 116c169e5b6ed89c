import { proto } from '@whiskeysockets/baileys';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENVELOPES as SAMPLE_ENVELOPES, SAMPLED } from '../../../sandbox/phones/samples.ts';
import { contentOf, contextOf } from './content.ts';
import { ENVELOPES, MESSAGE_KINDS } from './message-kinds.ts';

const KEY = { remoteJid: '5511900000000@s.whatsapp.net', id: 'A1', fromMe: false };

/** As it comes over the wire. */
const received = (message: object) =>
  proto.WebMessageInfo.decode(
    proto.WebMessageInfo.encode(proto.WebMessageInfo.fromObject({ key: KEY, message })).finish(),
  ) as Parameters<typeof contentOf>[0];

const flow = (name: string, parameters: unknown) => ({ name, buttonParamsJson: JSON.stringify(parameters) });

describe('what WhatsApp Business says, and what is tapped on it', () => {
  it.each([
    [
      'a tapped button',
      { buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim', type: 1 } },
      'Sim',
    ],
    [
      'a chosen row of a list',
      { listResponseMessage: { title: '9h', singleSelectReply: { selectedRowId: 'a' } } },
      '9h',
    ],
    [
      'a button of a template',
      { templateButtonReplyMessage: { selectedId: 'x', selectedDisplayText: 'Quero' } },
      'Quero',
    ],
    [
      'an answer with a text',
      {
        interactiveResponseMessage: {
          body: { text: 'Manhã' },
          nativeFlowResponseMessage: { name: 'menu_options', paramsJson: '{"id":"m"}' },
        },
      },
      'Manhã',
    ],
    [
      'an answer without one',
      {
        interactiveResponseMessage: {
          nativeFlowResponseMessage: { paramsJson: '{"id":"m","title":"Tarde"}' },
        },
      },
      'Tarde',
    ],
    [
      'the fields of a form',
      {
        interactiveResponseMessage: {
          body: { text: 'Enviado' },
          nativeFlowResponseMessage: {
            name: 'flow',
            paramsJson: JSON.stringify({
              ...{ flow_token: 't', Nome: 'Rita', Pessoas: 2 },
              ...{ Sabores: ['coco', 'limão'], Entrega: { rua: 'Rua A', casa: 10 } },
            }),
          },
        },
      },
      'Nome: Rita\nPessoas: 2\nSabores: coco, limão\nEntrega: Rua A, 10',
    ],
    [
      'the fields of a form that asks for a title and an id, without the name of one',
      {
        interactiveResponseMessage: {
          nativeFlowResponseMessage: { paramsJson: '{"title":"Sra.","id":"12.345-6","Nome":"Rita"}' },
        },
      },
      'title: Sra.\nid: 12.345-6\nNome: Rita',
    ],
    [
      'a form of one question, which is a title',
      {
        interactiveResponseMessage: {
          body: { text: 'Cadastro' },
          nativeFlowResponseMessage: { name: 'cadastro', paramsJson: '{"title":"Sra."}' },
        },
      },
      'Cadastro\ntitle: Sra.',
    ],
    [
      'buttons that carry their text in a flow',
      {
        buttonsMessage: {
          contentText: 'Pagar?',
          buttons: [{ nativeFlowInfo: { name: 'cta_url', paramsJson: '{"display_text":"Pagar agora"}' } }],
        },
      },
      'Pagar?\n• Pagar agora',
    ],
    [
      'the sections of articles',
      {
        listMessage: { title: 'Bolos', productListInfo: { productSections: [{ title: 'De festa' }] } },
      },
      'Bolos\nDe festa',
    ],
    [
      'what an AI draws: a table, a program and a formula',
      {
        richResponseMessage: {
          submessages: [
            { tableMetadata: { title: 'Preços', rows: [{ items: ['Bolo', '39,90'] }] } },
            { codeMetadata: { codeBlocks: [{ codeContent: 'let ' }, { codeContent: 'a = 1' }] } },
            { latexMetadata: { expressions: [{ latexExpression: 'a^2' }] } },
          ],
        },
      },
      'Preços\nBolo | 39,90\nlet a = 1\na^2',
    ],
    [
      'a template whose newer form is empty',
      {
        templateMessage: {
          hydratedTemplate: {},
          hydratedFourRowTemplate: { hydratedContentText: 'Sua fatura vence amanhã.' },
        },
      },
      'Sua fatura vence amanhã.',
    ],
    [
      'the name of a file that is not to be had',
      { buttonsMessage: { documentMessage: { fileName: 'fatura.pdf' }, contentText: 'Segue' } },
      'fatura.pdf\nSegue',
    ],
    [
      'buttons',
      {
        buttonsMessage: {
          contentText: 'Confirma o endereço?',
          footerText: 'Entregas',
          buttons: [{ buttonText: { displayText: 'Sim' } }, { buttonText: { displayText: 'Não' } }],
        },
      },
      'Confirma o endereço?\nEntregas\n• Sim\n• Não',
    ],
    [
      'a list',
      {
        listMessage: {
          title: 'Horários',
          description: 'Escolha um horário',
          sections: [{ title: 'Manhã', rows: [{ title: '9h' }, { title: '10h' }] }],
        },
      },
      'Horários\nEscolha um horário\nManhã\n• 9h\n• 10h',
    ],
    [
      'a template',
      {
        templateMessage: {
          hydratedTemplate: {
            hydratedContentText: 'Sua fatura vence amanhã.',
            hydratedFooterText: 'Banco',
            hydratedButtons: [
              { urlButton: { displayText: 'Ver boleto', url: 'https://example.com/b' } },
              { quickReplyButton: { displayText: 'Já paguei' } },
              { callButton: { displayText: 'Ligar', phoneNumber: '+551130000000' } },
            ],
          },
        },
      },
      'Sua fatura vence amanhã.\nBanco\n• Ver boleto: https://example.com/b\n• Já paguei\n• Ligar: +551130000000',
    ],
    [
      'an older template',
      {
        highlyStructuredMessage: {
          hydratedHsm: { hydratedTemplate: { hydratedContentText: 'Código 1234' } },
        },
      },
      'Código 1234',
    ],
    [
      'an interactive message, whose link is no page',
      {
        interactiveMessage: {
          header: { title: 'Promoção' },
          body: { text: 'Frete grátis hoje' },
          nativeFlowMessage: {
            buttons: [
              flow('cta_url', { display_text: 'Abrir', url: 'https://example.com' }),
              flow('cta_url', { display_text: 'Outro', url: 'javascript:alert(1)' }),
              { name: 'cta_url', buttonParamsJson: 'isto não é JSON' },
            ],
          },
        },
      },
      'Promoção\nFrete grátis hoje\n• Abrir: https://example.com\n• Outro',
    ],
    [
      'a key to pay to',
      {
        interactiveMessage: {
          nativeFlowMessage: {
            buttons: [
              flow('payment_info', {
                payment_settings: [
                  {
                    type: 'pix_static_code',
                    pix_static_code: { merchant_name: 'Loja', key: 'loja@example.com', key_type: 'EMAIL' },
                  },
                ],
              }),
            ],
          },
        },
      },
      '• Pix Loja: loja@example.com',
    ],
    [
      'cards beside one another',
      {
        interactiveMessage: {
          body: { text: 'Bolos' },
          carouselMessage: { cards: [{ body: { text: 'Cenoura' } }, { body: { text: 'Fubá' } }] },
        },
      },
      'Bolos\nCenoura\nFubá',
    ],
    [
      'a place without a position',
      { locationMessage: { name: 'Loja', address: 'Rua A, 10', comment: 'Portão azul' } },
      'Loja, Rua A, 10, Portão azul',
    ],
  ])('%s', (_, message, text) => {
    expect(contentOf(received(message))).toMatchObject({ kind: 'text', text });
  });

  it('takes no id for a tap that somebody has filled in', () => {
    const answer = (paramsJson: string) =>
      contentOf(received({ interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson } } }));
    expect(answer('{"id":"m","title":"Tarde"}')).toEqual({ kind: 'text', text: 'Tarde', tap: 'm' });
    expect(answer('{"id":"m","Nome":"Rita"}')).toEqual({ kind: 'text', text: 'id: m\nNome: Rita' });
  });

  it('is the id of what was tapped where that is all that came', () => {
    expect([
      contentOf(received({ listResponseMessage: { singleSelectReply: { selectedRowId: 'vendas' } } })),
      contentOf(received({ buttonsResponseMessage: { selectedButtonId: 'sim' } })),
    ]).toEqual([
      { kind: 'text', text: 'vendas', tap: 'vendas' },
      { kind: 'text', text: 'sim', tap: 'sim' },
    ]);
  });

  it.each([
    ['broken', '{"Nome":"Rita'],
    ['too long', JSON.stringify({ Nome: `Rita ${'x'.repeat(70_000)}` })],
  ])('is the start of a form that is %s, read in part', (_what, paramsJson) => {
    const answer = {
      interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'flow', paramsJson } },
    };
    const content = contentOf(received(answer));
    expect(content).toMatchObject({ kind: 'unsupported', text: paramsJson.slice(0, 1_000) });
  });

  it('is a poll without options or a name, and somebody without a card', () => {
    const options = [{ optionName: 'Sim' }];
    expect([
      contentOf(received({ pollCreationMessageV3: { name: 'Vem?' } })),
      contentOf(received({ pollCreationMessageV3: { options } })),
      contentOf(received({ pollCreationMessageV3: {} })),
      contentOf(received({ contactMessage: { displayName: 'Ana' } })),
    ]).toMatchObject([
      { kind: 'poll', question: 'Vem?', options: [] },
      { kind: 'poll', question: '', options: ['Sim'] },
      { kind: 'unsupported' },
      { kind: 'contacts', vcards: [expect.stringContaining('FN:Ana')] },
    ]);
  });

  it('bounds what is long, and keeps what says nothing', () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({ title: `${at} ${'x'.repeat(1_000)}` }));
    const content = contentOf(received({ listMessage: { description: 'Muitos', sections: [{ rows }] } }));
    expect(content).toMatchObject({ kind: 'text' });
    expect(JSON.stringify(content).length).toBeLessThan(70_000);
    const deep = `${'['.repeat(500_000)}`;
    const answer = {
      interactiveResponseMessage: { nativeFlowResponseMessage: { name: 'flow', paramsJson: deep } },
    };
    expect(contentOf(received(answer))).toMatchObject({
      kind: 'unsupported',
      type: 'interactiveResponseMessage',
      text: '',
    });
  });

  it('knows what an answer was given to', () => {
    const { message } = received({
      listResponseMessage: {
        title: '9h',
        contextInfo: { stanzaId: 'B2', quotedMessage: { listMessage: { title: 'Horários' } } },
      },
    });
    expect(contextOf(message)).toMatchObject({ quotedId: 'B2', quotedText: 'Horários' });
  });
});

describe('what a message is packed in', () => {
  const text = { conversation: 'Bom dia' };

  it('is every wrapper that the library has', () => {
    const names = Object.keys(proto.Message.prototype).filter((name) => {
      const part = proto.Message.fromObject({ [name]: { message: text } })[name as keyof proto.IMessage];
      return part instanceof proto.Message.FutureProofMessage;
    });
    const envelopes = Object.entries(MESSAGE_KINDS).flatMap(([name, shown]) =>
      shown === 'envelope' ? name : [],
    );
    // Its file is no picture.
    expect([...envelopes, 'lottieStickerMessage'].toSorted()).toEqual(names.toSorted());
  });

  it('has a way to be shown for every field that the library has', () => {
    const fields = Object.keys(proto.Message.prototype).filter((name) => name !== 'toJSON');
    expect(Object.keys(MESSAGE_KINDS).toSorted()).toEqual(fields.toSorted());
  });

  it('can be sent by the simulated phones, whatever is shown of it', () => {
    // Their commands for texts, files, places, people and polls send these.
    const others = [
      ...['conversation', 'extendedTextMessage', 'locationMessage', 'liveLocationMessage', 'contactMessage'],
      ...['imageMessage', 'videoMessage', 'ptvMessage', 'audioMessage', 'documentMessage', 'stickerMessage'],
      ...['pollCreationMessageV3', 'viewOnceMessageV2'],
    ];
    const shown = Object.entries(MESSAGE_KINDS).flatMap(([name, how]) =>
      typeof how === 'string' ? name : [],
    );
    expect([...new Set([...others, ...SAMPLED, ...SAMPLE_ENVELOPES])].toSorted()).toEqual(shown.toSorted());
  });

  it('is opened in any order, and deep', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ENVELOPES), { maxLength: 12 }), (wrappers) => {
        const message = wrappers.reduce<object>(
          (inner, wrapper) => ({ [wrapper]: { message: inner } }),
          text,
        );
        expect(contentOf(received(message))).toEqual({ kind: 'text', text: 'Bom dia' });
      }),
    );
  });

  it('hides the file that may be seen once, however deep it says so', () => {
    const message = {
      ephemeralMessage: { message: { viewOnceMessageV2: { message: { imageMessage: {} } } } },
    };
    expect(contentOf(received(message))).toEqual({ kind: 'viewOnce', of: 'image' });
  });
});
