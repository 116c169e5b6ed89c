/** One message of each kind that shops and their customers send besides text and files, as WhatsApp's programs make them. */
import { proto } from '@whiskeysockets/baileys';
import { nowS } from '../wire/nodes.ts';
import { AD_PICTURE } from './ad-picture.ts';
import type { Content } from './content.ts';

const DAY_S = 86_400;

const flow = (name: string, parameters: object) => ({
  buttons: [{ name, buttonParamsJson: JSON.stringify(parameters) }],
});

const fromAd = (text: string) => ({
  extendedTextMessage: {
    text,
    contextInfo: {
      conversionSource: 'FB_Ads',
      entryPointConversionSource: 'ctwa_ad',
      entryPointConversionApp: 'instagram',
      entryPointConversionDelaySeconds: 7,
      externalAdReply: {
        title: 'Bolo de festa',
        body: 'Encomende com dois dias de antecedência e retire na loja.',
        mediaType: 1,
        thumbnail: AD_PICTURE,
        sourceType: 'ad',
        sourceId: '120226305854810726',
        sourceUrl: 'https://www.instagram.com/p/exemplo/',
        sourceApp: 'instagram',
        ctwaClid: 'ARAkLkA8rmlFeiCktEJQ',
        showAdAttribution: true,
      },
    },
  },
});

const makers = {
  order: () => ({
    orderMessage: {
      orderId: '1202',
      itemCount: 3,
      message: 'Quero estes, por favor',
      orderTitle: 'Pedido do catálogo',
      totalAmount1000: 45_900,
      totalCurrencyCode: 'BRL',
    },
  }),
  product: () => ({
    productMessage: {
      body: 'Ainda tem esse?',
      product: {
        productId: '71',
        title: 'Bolo de cenoura',
        description: 'Com cobertura de chocolate',
        currencyCode: 'BRL',
        priceAmount1000: 39_900,
        url: 'https://example.com/bolo',
      },
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
  // Somebody who tapped an advertisement sends what it offers to say, or nothing.
  ad: () => fromAd('Olá! Quero encomendar o bolo de festa.'),
  adClick: () => fromAd(''),
} satisfies Record<string, () => object>;

export const SAMPLES = Object.keys(makers) as (keyof typeof makers)[];

export const sampleContent = (name: keyof typeof makers): Content => ({
  message: proto.Message.fromObject(makers[name]()),
});
