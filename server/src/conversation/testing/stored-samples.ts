import type { CardKind } from '@balcao/shared/features/messages/card.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { SAMPLES } from '../../../sandbox/phones/samples.ts';

export type Sample = (typeof SAMPLES)[number];

/** What is stored of each message that the simulated phones can send besides texts and files. */
export const STORED_SAMPLES: Record<
  Sample,
  [type: MessageType, card: CardKind | null, line: string, body: string]
> = {
  order: [
    'chat',
    'order',
    '🛒\uFE0E Pedido do catálogo Quero estes, por favor • 1 × Bolo de cenoura: R$ 24,00 • 3 × Pão de queijo: R$ 7,30 R$ 45,90',
    'Pedido do catálogo\nQuero estes, por favor\n• 1 × Bolo de cenoura: R$ 24,00\n• 3 × Pão de queijo: R$ 7,30\nR$ 45,90',
  ],
  product: [
    'chat',
    'product',
    '🛍\uFE0E Ainda tem esse? • Bolo de cenoura: Com cobertura de chocolate: R$ 39,90 • https://example.com/bolo',
    'Ainda tem esse?\n• Bolo de cenoura: Com cobertura de chocolate: R$ 39,90\n• https://example.com/bolo',
  ],
  pix: [
    'chat',
    'pix',
    '💠\uFE0E Minha chave para a devolução • Pix Loja: loja@example.com',
    'Minha chave para a devolução\n• Pix Loja: loja@example.com',
  ],
  bill: [
    'chat',
    'order',
    '🛒\uFE0E Seu pedido está pronto para pagar • 1 × Bolo de cenoura: R$ 39,90 • 3 × Pão de queijo: R$ 7,30 R$ 61,80 Padaria Central • Pix Padaria Central: 00020126PIX5204',
    'Seu pedido está pronto para pagar\n• 1 × Bolo de cenoura: R$ 39,90\n• 3 × Pão de queijo: R$ 7,30\nR$ 61,80\nPadaria Central\n• Pix Padaria Central: 00020126PIX5204',
  ],
  buttons: [
    'chat',
    'buttons',
    '🔘\uFE0E Confirma o endereço da entrega? Entregas • Sim • Não',
    'Confirma o endereço da entrega?\nEntregas\n• Sim\n• Não',
  ],
  list: [
    'chat',
    'list',
    '📋\uFE0E Horários Escolha um horário Manhã • 9h • 10h Tarde • 15h: Última vaga • Ver horários',
    'Horários\nEscolha um horário\nManhã\n• 9h\n• 10h\nTarde\n• 15h: Última vaga\n• Ver horários',
  ],
  listAnswer: ['chat', null, '9h', '9h'],
  buttonAnswer: ['chat', null, 'Sim', 'Sim'],
  templateAnswer: ['chat', null, 'Falar com alguém', 'Falar com alguém'],
  flowAnswer: ['chat', null, 'Cidade: Recife Pessoas: 2', 'Cidade: Recife\nPessoas: 2'],
  questionAnswer: ['chat', null, 'Prefiro de manhã', 'Prefiro de manhã'],
  statusQuestionAnswer: ['chat', null, 'Quero o de chocolate', 'Quero o de chocolate'],
  ad: ['chat', null, 'Olá! Quero encomendar o bolo de festa.', 'Olá! Quero encomendar o bolo de festa.'],
  adClick: ['chat', 'arrival', '👋\uFE0E', ''],
  statusQuote: ['chat', null, 'Ainda vale?', 'Ainda vale?'],
  assistantAnswer: ['chat', null, 'Abrimos às 9h', 'Abrimos às 9h'],
  contacts: [
    'vcard',
    null,
    '👤 Ana',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL:+55 11 98888-0000\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Bia\nTEL:+55 11 98888-0001\nEND:VCARD',
  ],
  pollOfFirst: ['poll', null, '📊 Quando?', 'Quando?'],
  pollOfSecond: ['poll', null, '📊 Quando?', 'Quando?'],
  pollOfFifth: ['poll', null, '📊 Quando?', 'Quando?'],
  oldTemplate: [
    'chat',
    'template',
    '📢\uFE0E Seu pedido saiu para entrega.',
    'Seu pedido saiu para entrega.',
  ],
  carousel: [
    'chat',
    'buttons',
    '🔘\uFE0E Escolha um bolo Cenoura • Ver: https://example.com/bolo Fubá • Ver: https://example.com/bolo',
    'Escolha um bolo\nCenoura\n• Ver: https://example.com/bolo\nFubá\n• Ver: https://example.com/bolo',
  ],
  payment: ['chat', 'payment', '💸\uFE0E Segue o sinal', 'Segue o sinal'],
  paymentDeclined: ['chat', 'paymentDeclined', '⛔\uFE0E', ''],
  paymentCancelled: ['chat', 'paymentCancelled', '❌\uFE0E', ''],
  paymentInvite: ['chat', 'paymentInvite', '💳\uFE0E', ''],
  invoice: ['chat', 'invoice', '🧾\uFE0E Nota fiscal 1202', 'Nota fiscal 1202'],
  scheduledCall: ['chat', 'scheduledCall', '⏰\uFE0E Orçamento por telefone', 'Orçamento por telefone'],
  callLog: ['chat', 'phoneCall', '☎\uFE0E', ''],
  channelAdminInvite: [
    'chat',
    'channelInvite',
    '📡\uFE0E Ofertas Cuide do canal comigo',
    'Ofertas\nCuide do canal comigo',
  ],
  channelInvite: ['chat', 'channelInvite', '📡\uFE0E Ofertas Siga o canal', 'Ofertas\nSiga o canal'],
  stickerPack: ['chat', 'stickerPack', '🎁\uFE0E Gatos Rita', 'Gatos\nRita'],
  movingSticker: ['chat', 'animatedSticker', '🎨\uFE0E 🎉', '🎉'],
  pollResult: [
    'chat',
    'pollResult',
    '📈\uFE0E Quando? • manhã: 2 • tarde: 0',
    'Quando?\n• manhã: 2\n• tarde: 0',
  ],
  newPollResult: [
    'chat',
    'pollResult',
    '📈\uFE0E Quando? • manhã: 2 • tarde: 0',
    'Quando?\n• manhã: 2\n• tarde: 0',
  ],
  viewOncePicture: ['image', null, '📷', ''],
  viewOnceVoice: ['audio', null, '🎤', ''],
  comment: ['chat', null, 'Concordo', 'Concordo'],
  template: [
    'chat',
    'template',
    '📢\uFE0E Sua fatura vence amanhã. Banco • Ver boleto: https://example.com/boleto • Ligar: +551130000000',
    'Sua fatura vence amanhã.\nBanco\n• Ver boleto: https://example.com/boleto\n• Ligar: +551130000000',
  ],
  event: [
    'chat',
    'appointment',
    '📅\uFE0E Entrega técnica Levar a chave Loja, Rua das Palmeiras, 20',
    'Entrega técnica\nLevar a chave\nLoja, Rua das Palmeiras, 20',
  ],
  groupInvite: ['chat', 'groupInvite', '👥\uFE0E Condomínio Entre no grupo', 'Condomínio\nEntre no grupo'],
  paymentRequest: ['chat', 'paymentRequest', '💰\uFE0E Almoço R$ 25,00', 'Almoço\nR$ 25,00'],
  numberRequest: ['chat', 'numberRequest', '🔢\uFE0E', ''],
};
