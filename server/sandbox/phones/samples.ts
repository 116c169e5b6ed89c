/** One message of each kind that shops and their customers send besides text and files, as WhatsApp's programs make them. */
import { randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import { nowS } from '../wire/nodes.ts';
import type { Content, Uploaded } from './content.ts';
import { SAMPLE_ORDER } from './sample-order.ts';
import { SAMPLE_WAYS } from './sample-ways.ts';

const DAY_S = 86_400;

const flow = (name: string, parameters: object) => ({
  buttons: [{ name, buttonParamsJson: JSON.stringify(parameters) }],
});

const secret = () => ({ messageSecret: randomBytes(32) });
const CAKE = {
  productId: '71',
  title: 'Bolo de cenoura',
  description: 'Com cobertura de chocolate',
  currencyCode: 'BRL',
  priceAmount1000: 39_900,
  url: 'https://example.com/bolo',
};
const POLL = {
  name: 'Quando?',
  options: [{ optionName: 'manhã' }, { optionName: 'tarde' }],
  selectableOptionsCount: 1,
};
const POLL_RESULT = {
  name: 'Quando?',
  pollVotes: [
    { optionName: 'manhã', optionVoteCount: 2 },
    { optionName: 'tarde', optionVoteCount: 0 },
  ],
};
/** Puts the small picture of a cake where files lie, for messages that name one. */
type Upload = () => Partial<Uploaded>;

const makers = {
  order: () => ({
    orderMessage: {
      orderId: SAMPLE_ORDER.id,
      token: SAMPLE_ORDER.token,
      itemCount: 4,
      message: 'Quero estes, por favor',
      orderTitle: 'Pedido do catálogo',
      totalAmount1000: 45_900,
      totalCurrencyCode: 'BRL',
    },
  }),
  product: () => ({ productMessage: { body: 'Ainda tem esse?', product: CAKE } }),
  productWithPicture: (upload: Upload) => ({
    productMessage: {
      body: 'Tem com esta cobertura?',
      product: { ...CAKE, productImage: { ...upload(), mimetype: 'image/jpeg' }, productImageCount: 1 },
    },
  }),
  pix: () => ({
    interactiveMessage: {
      body: { text: 'Minha chave para a devolução' },
      nativeFlowMessage: flow('payment_info', {
        currency: 'BRL',
        total_amount: { value: 0, offset: 100 },
        payment_settings: [
          {
            type: 'pix_static_code',
            pix_static_code: { merchant_name: 'Loja', key: 'loja@example.com', key_type: 'EMAIL' },
          },
        ],
      }),
    },
  }),
  bill: () => ({
    interactiveMessage: {
      body: { text: 'Seu pedido está pronto para pagar' },
      footer: { text: 'Padaria Central' },
      nativeFlowMessage: flow('review_and_pay', {
        currency: 'BRL',
        total_amount: { value: 6_180, offset: 100 },
        order: {
          items: [
            { name: 'Bolo de cenoura', quantity: 1, amount: { value: 3_990, offset: 100 } },
            { name: 'Pão de queijo', quantity: 3, amount: { value: 730, offset: 100 } },
          ],
        },
        payment_settings: [
          {
            type: 'pix_dynamic_code',
            pix_dynamic_code: { merchant_name: 'Padaria Central', code: '00020126PIX5204' },
          },
        ],
      }),
    },
  }),
  buttons: () => ({
    buttonsMessage: {
      contentText: 'Confirma o endereço da entrega?',
      footerText: 'Entregas',
      buttons: [
        { buttonId: '1', buttonText: { displayText: 'Sim' } },
        { buttonId: '2', buttonText: { displayText: 'Não' } },
      ],
    },
  }),
  list: () => ({
    listMessage: {
      title: 'Horários',
      description: 'Escolha um horário',
      buttonText: 'Ver horários',
      sections: [
        {
          title: 'Manhã',
          rows: [
            { rowId: 'a', title: '9h' },
            { rowId: 'b', title: '10h' },
          ],
        },
        { title: 'Tarde', rows: [{ rowId: 'c', title: '15h', description: 'Última vaga' }] },
      ],
    },
  }),
  listAnswer: () => ({ listResponseMessage: { title: '9h', singleSelectReply: { selectedRowId: 'a' } } }),
  buttonAnswer: () => ({
    buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim', type: 1 },
  }),
  templateAnswer: () => ({
    templateButtonReplyMessage: {
      selectedId: '1',
      selectedDisplayText: 'Falar com alguém',
      selectedIndex: 1,
    },
  }),
  flowAnswer: () => ({
    interactiveResponseMessage: {
      nativeFlowResponseMessage: {
        name: 'flow',
        paramsJson: JSON.stringify({ Cidade: 'Recife', Pessoas: 2 }),
      },
    },
  }),
  questionAnswer: () => ({ questionResponseMessage: { key: { id: 'Q1' }, text: 'Prefiro de manhã' } }),
  statusQuestionAnswer: () => ({
    statusQuestionAnswerMessage: { key: { id: 'S1' }, text: 'Quero o de chocolate' },
  }),
  statusQuote: () => ({ statusQuotedMessage: { type: 1, text: 'Ainda vale?', thumbnail: Buffer.alloc(0) } }),
  assistantAnswer: () => ({
    richResponseMessage: { messageType: 1, submessages: [{ messageType: 2, messageText: 'Abrimos às 9h' }] },
  }),
  contacts: () => ({
    contactsArrayMessage: {
      displayName: '2 contatos',
      contacts: ['Ana', 'Bia'].map((displayName, place) => ({
        displayName,
        vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${displayName}\nTEL:+55 11 98888-000${place}\nEND:VCARD`,
      })),
    },
  }),
  pollOfFirst: () => ({ pollCreationMessage: POLL, messageContextInfo: secret() }),
  pollOfSecond: () => ({ pollCreationMessageV2: POLL, messageContextInfo: secret() }),
  pollOfFifth: () => ({ pollCreationMessageV5: POLL, messageContextInfo: secret() }),
  oldTemplate: () => ({
    highlyStructuredMessage: {
      hydratedHsm: {
        hydratedTemplate: { hydratedContentText: 'Seu pedido saiu para entrega.', hydratedButtons: [] },
      },
    },
  }),
  carousel: () => ({
    interactiveMessage: {
      body: { text: 'Escolha um bolo' },
      carouselMessage: {
        cards: ['Cenoura', 'Fubá'].map((text) => ({
          body: { text },
          nativeFlowMessage: flow('cta_url', { display_text: 'Ver', url: 'https://example.com/bolo' }),
        })),
      },
    },
  }),
  payment: () => ({ sendPaymentMessage: { noteMessage: { conversation: 'Segue o sinal' } } }),
  paymentDeclined: () => ({ declinePaymentRequestMessage: { key: { id: 'P1' } } }),
  paymentCancelled: () => ({ cancelPaymentRequestMessage: { key: { id: 'P1' } } }),
  paymentInvite: () => ({ paymentInviteMessage: { serviceType: 3, expiryTimestamp: nowS() + DAY_S } }),
  invoice: () => ({ invoiceMessage: { note: 'Nota fiscal 1202', token: 'x' } }),
  invoiceWithFile: (upload: Upload) => {
    const file = upload();
    return {
      invoiceMessage: {
        note: 'Recibo do sinal',
        token: 'x',
        attachmentType: 0,
        attachmentMimetype: 'image/jpeg',
        attachmentMediaKey: file.mediaKey,
        attachmentDirectPath: file.directPath,
        attachmentFileSha256: file.fileSha256,
        attachmentFileEncSha256: file.fileEncSha256,
      },
    };
  },
  scheduledCall: () => ({
    scheduledCallCreationMessage: {
      scheduledTimestampMs: (nowS() + DAY_S) * 1_000,
      callType: 1,
      title: 'Orçamento por telefone',
    },
  }),
  callLog: () => ({ callLogMesssage: { isVideo: false, callOutcome: 0, durationSecs: 65 } }),
  channelAdminInvite: () => ({
    newsletterAdminInviteMessage: { newsletterName: 'Ofertas', caption: 'Cuide do canal comigo' },
  }),
  channelInvite: () => ({
    newsletterFollowerInviteMessageV2: { newsletterName: 'Ofertas', caption: 'Siga o canal' },
  }),
  stickerPack: () => ({
    stickerPackMessage: {
      name: 'Gatos',
      publisher: 'Rita',
      stickers: [{ fileName: 'a' }, { fileName: 'b' }],
    },
  }),
  movingSticker: () => ({
    lottieStickerMessage: { message: { stickerMessage: { isLottie: true, accessibilityLabel: '🎉' } } },
  }),
  pollResult: () => ({ pollResultSnapshotMessage: POLL_RESULT }),
  newPollResult: () => ({ pollResultSnapshotMessageV3: POLL_RESULT }),
  viewOncePicture: () => ({ viewOnceMessage: { message: { imageMessage: { viewOnce: true } } } }),
  viewOnceVoice: () => ({ viewOnceMessageV2Extension: { message: { audioMessage: { viewOnce: true } } } }),
  comment: () => ({
    commentMessage: { message: { conversation: 'Concordo' }, targetMessageKey: { id: 'C1' } },
  }),
  template: () => ({
    templateMessage: {
      hydratedTemplate: {
        hydratedContentText: 'Sua fatura vence amanhã.',
        hydratedFooterText: 'Banco',
        hydratedButtons: [
          { urlButton: { displayText: 'Ver boleto', url: 'https://example.com/boleto' } },
          { callButton: { displayText: 'Ligar', phoneNumber: '+551130000000' } },
        ],
      },
    },
  }),
  event: () => ({
    eventMessage: {
      name: 'Entrega técnica',
      description: 'Levar a chave',
      startTime: nowS() + DAY_S,
      location: { name: 'Loja', address: 'Rua das Palmeiras, 20' },
    },
    messageContextInfo: secret(),
  }),
  groupInvite: () => ({
    groupInviteMessage: { groupName: 'Condomínio', caption: 'Entre no grupo', inviteCode: 'x' },
  }),
  paymentRequest: () => ({
    requestPaymentMessage: {
      noteMessage: { extendedTextMessage: { text: 'Almoço' } },
      currencyCodeIso4217: 'BRL',
      amount1000: 25_000,
    },
  }),
  numberRequest: () => ({ requestPhoneNumberMessage: {} }),
  namedPlace: () => ({ locationMessage: { name: 'Rua das Palmeiras, 20' } }),
  ...SAMPLE_WAYS,
} satisfies Record<string, (upload: Upload) => object>;

export const SAMPLES = Object.keys(makers) as (keyof typeof makers)[];

/** The fields that hold them. */
export const SAMPLED = [...new Set(SAMPLES.flatMap((name) => Object.keys(makers[name](() => ({})))))].filter(
  (field) => field !== 'messageContextInfo',
) as (keyof proto.IMessage)[];

/** What messages are packed in, by what makes them vanish, or brings them from elsewhere. */
export const ENVELOPES = [
  'ephemeralMessage',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'groupMentionedMessage',
  'botInvokeMessage',
  'eventCoverImage',
  'statusMentionMessage',
  'pollCreationOptionImageMessage',
  'groupStatusMentionMessage',
  'pollCreationMessageV4',
  'statusAddYours',
  'limitSharingMessage',
  'botTaskMessage',
  'questionMessage',
  'botForwardedMessage',
  'questionReplyMessage',
  'deviceSentMessage',
] as const satisfies readonly (keyof proto.IMessage)[];

type Envelope = (typeof ENVELOPES)[number];

export function sampleContent(name: keyof typeof makers, upload: Upload): Content {
  return { message: proto.Message.fromObject(makers[name](upload)) };
}

/** The same message within these, the outer one first. */
export function packed(content: Content, inside: readonly Envelope[]): Content {
  const message = inside.reduceRight<proto.IMessage>(
    (inner, field) => ({ [field]: { message: inner } }),
    content.message,
  );
  return { ...content, message };
}
