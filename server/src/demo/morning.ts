import { cardAction, cardItem, cardKey, cardOfDraft, moneyOf } from '../channels/card-parts.ts';
import { CAST, REGULARS } from './cast.ts';
import { ASKING, greetingOf, optionMenu, queueMenu, TRACKING } from './menu.ts';
import { MACHINE_AD } from './referrals.ts';
import {
  accepts,
  answers,
  botSays,
  type Conversation,
  chooses,
  closes,
  fails,
  handsOver,
  notes,
  rates,
  says,
  snoozes,
  tags,
  transfers,
} from './script.ts';

const VCARD = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Nunes;Rafael;;;',
  'FN:Rafael Nunes (entregas)',
  'TEL;type=CELL;waid=5521988887777:+55 21 98888-7777',
  'TEL;type=WORK:+55 21 3333-4444',
  'END:VCARD',
].join('\n');

/** As WhatsApp's catalogue sends it, and as its payments do. */
const CATALOGUE_ORDER = cardOfDraft('order', {
  title: 'Loja Demo',
  text: 'O pedido de sempre',
  items: [cardItem('Blend da casa, 1 kg', { quantity: 6, price: moneyOf(89_000, 'BRL') })],
  itemCount: 6,
  total: moneyOf(534_000, 'BRL'),
});
/** Sent with the company's phone; what is tapped reads as if it had been written. */
const DELIVERY_TIMES = cardOfDraft('list', {
  text: 'Quando podemos entregar?',
  items: ['Quinta, das 14h às 18h', 'Sexta, das 8h às 12h'].map((time) => cardItem(time)),
  actions: cardAction('Ver horários'),
});
const REFUND_KEY = cardOfDraft('pix', {
  text: 'Se for mais fácil devolver, minha chave:',
  keys: cardKey('pixEmail', 'Carla', 'carla@exemplo.com.br'),
});

const OFFICE = `Bom dia! Comprei a cafeteira italiana com vocês no mês passado e gostei muito. Agora estou montando um cantinho do café no escritório e queria uma ideia do que levar.

Somos umas *12 pessoas*, todo mundo toma café de manhã e depois do almoço. Pensei em:
- uma máquina automática, que moa o grão na hora
- 2 kg de grãos por mês
- xícaras e um vaporizador de leite ☕

O que vocês acham? Dá para parcelar? Vi esta página: https://www.exemplo.com.br/maquinas/automaticas?linha=escritorio&pessoas=12`;

const [REGULAR, OTHER_REGULAR, UNDECIDED, THIRD_REGULAR, CHOOSING, ORDERED] = REGULARS.slice(60);
/** Asks the program of the web shop, which keeps a log of it. */
export const ORDERING = ORDERED ?? CAST.helena;

/** A morning at the counter: conversations in every state, and messages of every kind. In the order in which they began. */
export const MORNING: readonly Conversation[] = [
  {
    customer: CAST.maria,
    lines: [
      says(1485, 'Olá! Vocês ainda têm a máquina de espresso da vitrine?'),
      accepts(1484, 'ana'),
      answers(1482, 'ana', 'Boa tarde, Maria! Temos sim, em duas cores. Quer que eu separe uma?'),
      says(1480, 'Vou pensar e respondo amanhã 😊'),
      notes(1478, 'ana', 'Na loja ela olhou a laranja. Se decidir até sexta, o frete é por nossa conta.'),
      tags(1477, 'ana', 'offer'),
      says(16, 'Bom dia! Decidi: quero esta aqui'),
      says(15, { file: 'machine', text: 'A laranja é linda demais' }, { id: 'photo', reaction: '😍' }),
      answers(12, 'ana', 'Ótima escolha! Ela sai por *R$ 899,00*, em até 10× sem juros.', {
        quotes: 'photo',
        before: 'Ótima escolha! Ela sai por *R$ 989,00*, em até 10× sem juros.',
        reaction: '❤️',
      }),
      answers(11, 'ana', 'Posso mandar o link de pagamento?'),
      says(4, 'Pode! Entrega ainda esta semana? 🙏'),
    ],
  },
  {
    customer: CAST.helena,
    lines: [
      says(250, 'Oi! Este mês o clube ainda não chegou'),
      accepts(246, 'ana'),
      answers(244, 'ana', 'Bom dia, Helena! Vou ver já com a transportadora.'),
      answers(226, 'ana', 'Saiu para entrega agora há pouco: chega até o meio-dia. 🚚'),
      says(214, 'Chegou! Obrigada pela rapidez 🧡'),
      tags(213, 'ana', 'delivery'),
      closes(212, 'ana'),
      rates(210, 5, 'Chegou antes do prometido e ainda bem embalado. Parabéns!'),
    ],
  },
  {
    customer: REGULAR ?? CAST.helena,
    lines: [
      says(196, 'Vocês vendem filtro de papel tamanho 102?'),
      accepts(191, 'ana'),
      answers(189, 'ana', 'Bom dia! Sim: R$ 14,90 a caixa com 100. Quer que eu separe?'),
      says(186, 'Não precisa, passo na loja. Valeu!'),
      closes(184, 'ana'),
    ],
  },
  {
    customer: CAST.sofia,
    lines: [
      says(171, 'Bom dia, minha cafeteira veio com a resistência queimada 😞'),
      transfers(168, 'ana', 'support'),
      accepts(162, 'bruno'),
      answers(160, 'bruno', 'Oi, Sofia! Que pena. Está na garantia: mando uma nova hoje e recolho esta.'),
      answers(159, 'bruno', { file: 'reply' }, { tick: 'played' }),
      says(150, 'Nossa, que atendimento! Muito obrigada', { reaction: '🙏' }),
      says(149, { file: 'cup' }),
      tags(148, 'bruno', 'warranty'),
      closes(147, 'bruno'),
      rates(145, 5, 'O Bruno foi um anjo ☕'),
    ],
  },
  {
    customer: ORDERING,
    lines: [
      says(158, 'Bom dia!'),
      botSays(157.99, queueMenu),
      says(157.6, '2'),
      chooses(157.599, 'support'),
      botSays(157.59, optionMenu('support')),
      says(157.2, '1'),
      chooses(157.199, 'orders', TRACKING),
      botSays(157.19, greetingOf('orders')),
      says(156.8, '4790'),
      botSays(156.74, 'O pedido *4790* saiu ontem e chega até amanhã, às 18h. 🚚'),
      says(156.3, 'Precisa ter alguém em casa?'),
      botSays(156.24, 'Não precisa: a entrega pode ficar na portaria.'),
      says(155.7, 'Dá para mudar o endereço?'),
      fails(155.6, 'ERR_INTEGRATION_UNCLEAR'),
      accepts(152, 'bruno'),
      answers(150, 'bruno', 'Dá sim! Já mudo com a transportadora. Qual é o novo?'),
      says(148, 'Rua das Palmeiras, 20. Obrigado!'),
      tags(147, 'bruno', 'delivery'),
      answers(146, 'bruno', 'Pronto, o motorista já recebeu.'),
      closes(143, 'bruno'),
      rates(141, 4),
    ],
  },
  {
    customer: OTHER_REGULAR ?? CAST.helena,
    lines: [
      says(132, 'Bom dia, o Pix é o mesmo de sempre?'),
      accepts(127, 'ana'),
      answers(126, 'ana', 'Bom dia! É sim: *pix@lojademo.exemplo.com.br*. 🧡'),
      says(121, 'Pago! Mandei o comprovante por e-mail'),
      tags(120, 'ana', 'payment'),
      closes(119, 'ana'),
      rates(118, 3, 'Bom, mas esperei um pouco para ser atendido.'),
    ],
  },
  {
    customer: UNDECIDED ?? CAST.helena,
    lines: [
      says(125, 'Bom dia! O moedor elétrico volta quando?'),
      accepts(122, 'ana'),
      answers(120, 'ana', 'Bom dia! Chegam dois na semana que vem. Quer que eu reserve um?'),
      says(112, 'Quero, mas só consigo decidir depois de amanhã'),
      answers(110, 'ana', 'Combinado, chamo você então. ☕'),
      snoozes(109, 'ana', 48),
    ],
  },
  {
    customer: THIRD_REGULAR ?? CAST.helena,
    lines: [
      says(104, 'O moedor que comprei faz muito barulho, é normal?'),
      transfers(101, 'ana', 'support'),
      accepts(92, 'bruno'),
      answers(90, 'bruno', 'Bom dia! Nos primeiros usos, sim. Com um copo de grãos ele assenta. Me avise?'),
      says(70, 'Melhorou bastante, obrigado!'),
      closes(68, 'bruno'),
      rates(66, 5),
    ],
  },
  {
    customer: CAST.carla,
    lines: [
      says(75, 'Recebi a cafeteira com a tampa solta'),
      accepts(73, 'ana'),
      answers(71, 'ana', 'Sinto muito, Carla! Pode me mandar uma foto?'),
      says(68, { card: REFUND_KEY }),
      says(66, { file: 'lid' }),
      says(65, { viewOnce: 'video' }),
      tags(64, 'ana', 'warranty'),
      answers(60, 'ana', 'Obrigada! A tampa nova sai hoje, sem custo. Chega até quinta.', { tick: 'read' }),
    ],
  },
  {
    customer: CAST.lucas,
    lines: [
      says(55, { call: 'voice' }),
      says(54, 'Liguei agora, mas ninguém atendeu. A garantia cobre a borracha de vedação?'),
      transfers(52, 'ana', 'support'),
      accepts(46, 'bruno'),
      notes(45, 'bruno', '@Ana, comprou há 11 meses, nota 30417. Ainda cobre, certo?', 'ana'),
      answers(44, 'bruno', 'Oi, Lucas! Cobre sim. Mando a peça nova por carta, sem custo.', { tick: 'read' }),
      answers(
        43,
        'bruno',
        { file: 'coffee', text: 'E uma amostra do blend da casa vai junto 😉' },
        { tick: 'sent' },
      ),
    ],
  },
  {
    customer: CAST.joao,
    lines: [
      says(31, OFFICE, { referral: MACHINE_AD }),
      accepts(28, 'ana'),
      answers(24, 'ana', 'Claro, João! Para 12 pessoas eu iria de *Automática 500*. Segue o orçamento:'),
      answers(23, 'ana', { file: 'offer' }, { id: 'offer' }),
      says(20, 'Perfeito, vou mostrar à minha sócia', { quotes: 'offer' }),
      says(19, {
        place: { latitude: -22.9519, longitude: -43.2105, name: 'Escritório: Rua das Laranjeiras, 100' },
      }),
      says(18, { vcard: VCARD }, { forwarded: true }),
      says(15, { file: 'order' }),
      tags(13, 'ana', 'offer', 'delivery'),
      answers(12.5, 'ana', 'Anotado! Deixo tudo separado até vocês decidirem.', { reaction: '👏' }),
      says(8, {
        poll: { question: 'Que dia entregar?', options: ['Quinta à tarde', 'Sexta de manhã', 'Sábado'] },
      }),
      says(7.5, 'Mandei para o grupo errado, desculpe', { deleted: true }),
      says(7, '👍'),
    ],
  },
  {
    customer: CAST.pedro,
    lines: [
      says(29, 'Quanto custa a manutenção do moedor?'),
      transfers(28, 'ana', 'support', 'bruno'),
      answers(26, 'bruno', 'Oi, Pedro! A revisão completa fica em R$ 120,00.'),
      answers(25, 'bruno', 'Se trouxer hoje, fica pronta amanhã.', { tick: 'failed' }),
    ],
  },
  { customer: CAST.emma, lines: [says(17, 'Hi! Do you ship to Porto Alegre?')] },
  {
    customer: CAST.sabor,
    lines: [
      says(13, 'Precisamos repor *6 kg* do blend da casa até sexta-feira, por favor.'),
      accepts(12.6, 'ana'),
      tags(12.4, 'ana', 'wholesale'),
      says(12.2, { card: CATALOGUE_ORDER }),
      answers(12.15, 'ana', { card: DELIVERY_TIMES }, { id: 'times' }),
      says(12.1, 'Sexta, das 8h às 12h', { quotes: 'times' }),
      says(12, 'E duas caixas de filtro.'),
    ],
  },
  {
    customer: CAST.livia,
    lines: [
      says(11.6, 'Oi, comprei um moedor com vocês'),
      botSays(11.59, queueMenu),
      says(11.3, '2'),
      chooses(11.299, 'support'),
      botSays(11.29, optionMenu('support')),
      says(11, '4'),
      chooses(10.999, 'questions', ASKING),
      botSays(10.99, greetingOf('questions')),
      says(10.6, 'Qual é o prazo para trocar? O pedido é o 4835'),
      botSays(
        10.5,
        'A troca é grátis em até *30 dias*, com a nota e o produto sem uso. O seu moedor já foi usado?',
      ),
      says(10.1, 'Usei uma vez e achei muito barulhento 😬 Posso falar com alguém?'),
      botSays(10.02, 'Claro, Lívia! Vou chamar uma pessoa da equipe para ver isso com você.'),
      handsOver(10.02, 'support', {
        wanted: 'Trocar o moedor, que achou barulhento, depois de usar uma vez',
        tried: 'Expliquei a troca grátis em 30 dias, com o produto sem uso',
        data: 'Pedido 4835',
      }),
    ],
  },
  {
    customer: CHOOSING ?? CAST.helena,
    lines: [
      says(9, 'Oi, bom dia!'),
      botSays(8.99, queueMenu),
      says(8.5, '1'),
      chooses(8.499, 'sales'),
      botSays(8.49, optionMenu('sales')),
    ],
  },
  { customer: CAST.otavio, lines: [says(6, { file: 'grinder' })] },
  {
    customer: CAST.beatriz,
    lines: [
      says(3.4, 'Oi, tudo bem?'),
      says(3.2, 'Meu pedido *4821* ainda não saiu'),
      says(3, 'Consegue ver para mim? 🙏'),
    ],
  },
];
