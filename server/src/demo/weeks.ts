import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import type { Person } from './accounts.ts';
import { CAST, type Customer, REGULARS } from './cast.ts';
import type { QueueKey, TagKey } from './catalog.ts';
import { referralOfTurn } from './referrals.ts';
import {
  accepts,
  answers,
  type Conversation,
  closes,
  type Line,
  rates,
  type Stars,
  says,
  tags,
  transfers,
} from './script.ts';

/** A day that is over, in the company's time zone. */
export interface PastDay {
  /** Minutes between its midnight and now. */
  ago: number;
  /** 1 is Monday. */
  weekday: number;
  /** 1 is yesterday. */
  daysAgo: number;
}

/** What customers and agents say by turns. */
interface Talk {
  queue: QueueKey;
  tag?: TagKey;
  turns: string[];
}

const TALKS: readonly Talk[] = [
  {
    queue: 'sales',
    turns: [
      'Olá! Vocês têm café em grãos torra média?',
      'Olá! Temos três: o blend da casa, o Serra Azul e o Mogiana. Todos a R$ 89,00 o quilo.',
      'Vou querer um quilo do blend da casa',
      'Separado! Pode retirar hoje ou mando com o motoboy.',
    ],
  },
  {
    queue: 'sales',
    tag: 'delivery',
    turns: [
      'Oi, vocês entregam em Niterói?',
      'Oi! Entregamos sim, em 3 a 5 dias úteis. Acima de R$ 150,00 o frete é grátis.',
      'Que ótimo, obrigada!',
    ],
  },
  {
    queue: 'sales',
    tag: 'offer',
    turns: [
      'Preciso de um orçamento de 20 canecas com a nossa marca',
      'Claro! Com gravação saem a R$ 39,00 cada, prontas em 10 dias. Mando por e-mail também?',
      'Sim, por favor. Decido até sexta',
      'Enviado. Qualquer dúvida, é só chamar!',
    ],
  },
  {
    queue: 'sales',
    tag: 'payment',
    turns: [
      'Oi, posso pagar o boleto vencido?',
      'Oi! Pode: mando um novo, sem multa, com vencimento em três dias.',
      'Pago hoje mesmo. Obrigado!',
    ],
  },
  {
    queue: 'sales',
    turns: [
      'Qual moedor vocês indicam para quem está começando?',
      'O manual de cerâmica: R$ 129,00, moagem boa e dura anos. Depois dá para subir para o elétrico.',
      'Fechado, vou levar o manual',
      'Boa escolha! Vai com 100 g do blend da casa de presente.',
      'Que gentileza 😍',
    ],
  },
  {
    queue: 'sales',
    tag: 'wholesale',
    turns: [
      'Olá, vocês têm tabela de atacado para padarias?',
      'Temos sim! A partir de 5 kg por mês o quilo sai a R$ 72,00.',
      'Me interessa. Posso passar aí na quinta?',
      'Pode, às 10h a prova de café já está na mesa. ☕',
    ],
  },
  {
    queue: 'sales',
    turns: [
      'O clube do café pode ser pausado um mês?',
      'Pode, sem custo. Pauso a partir de quando?',
      'Do mês que vem. Obrigada!',
    ],
  },
  {
    queue: 'sales',
    turns: [
      'Qual é o horário de vocês no sábado?',
      'Aos sábados abrimos das 8h ao meio-dia. Esperamos você! ☕',
    ],
  },
  {
    queue: 'support',
    tag: 'warranty',
    turns: [
      'A minha máquina parou de aquecer',
      'Puxa! Ela liga e acende a luz vermelha?',
      'Acende, mas a água sai fria',
      'É a resistência, e está na garantia. Recolho amanhã e devolvo em cinco dias.',
      'Combinado, obrigado',
    ],
  },
  {
    queue: 'support',
    tag: 'delivery',
    turns: [
      'Meu pedido está parado há quatro dias nos Correios',
      'Já abri a reclamação com eles. Se não andar até amanhã, mando outro por nossa conta.',
      'Agradeço. Aguardo notícias',
      'Andou! Chega amanhã, até as 18h.',
    ],
  },
  {
    queue: 'support',
    turns: [
      'Como eu limpo a máquina automática por dentro?',
      'Com uma pastilha por mês: menu, limpeza, e ela faz sozinha em 12 minutos.',
      'Deu certo! Valeu pela ajuda',
    ],
  },
  {
    queue: 'support',
    turns: [
      'Veio a xícara errada no meu pedido',
      'Desculpe! Fica com ela de presente: a certa sai hoje mesmo.',
      'Uau, obrigada 🧡',
    ],
  },
];

/** How many of a hundred customers come in each hour from eight on. */
const HOURS = [7, 13, 16, 12, 6, 8, 13, 12, 8, 5];
const SATURDAY_HOURS = [20, 35, 30, 15];
const OPENS = 8;
/** Conversations of a day, Monday to Sunday. */
const A_DAY = [13, 11, 10, 10, 12, 5, 0];

const { helena, carla, sabor, maria } = CAST;
const CUSTOMERS: readonly Customer[] = [...REGULARS, helena, carla, sabor, maria];

/** Three weeks of finished conversations. They are the same each time, however many days ago they were. */
export function playWeeks(days: readonly PastDay[]): Conversation[] {
  const random = dice(20);
  const conversations: Conversation[] = [];
  for (const day of [...days].sort((a, b) => b.daysAgo - a.daysAgo))
    for (let count = A_DAY[day.weekday - 1] ?? 0; count > 0; count--) {
      // By turns, so that nobody comes twice on one day.
      const customer = CUSTOMERS[conversations.length % CUSTOMERS.length];
      const came = referralOfTurn(conversations.length);
      if (customer) conversations.push({ customer, lines: playOne(day, random, came) });
    }
  return conversations.sort((a, b) => (b.lines[0]?.ago ?? 0) - (a.lines[0]?.ago ?? 0));
}

function playOne(day: PastDay, random: () => number, came: MessageReferral | null): Line[] {
  const hours = day.weekday === 6 ? SATURDAY_HOURS : HOURS;
  const hour = pickHour(hours, random());
  const { queue, tag, turns } = TALKS[Math.floor(random() * TALKS.length)] ?? { queue: 'sales', turns: [] };
  const by: Person = queue === 'support' && random() < 0.8 ? 'bruno' : 'ana';
  // The busier the hour the longer the wait; the team has become quicker from week to week.
  const rush = (hours[hour] ?? 0) / 10;
  const practice = 0.7 + day.daysAgo / 30;
  const wait = (1 - Math.log(1 - random() * 0.95)) * 3 * rush * practice;
  let ago = day.ago - (OPENS + hour + random()) * 60;
  const pass = (minutes: number) => {
    ago -= minutes;
    return ago;
  };

  const [question = '', ...rest] = turns;
  const lines = [says(ago, question, came ? { referral: came } : {})];
  if (queue !== 'sales') lines.push(transfers(pass(0.5 + random() * 2), 'ana', queue));
  lines.push(accepts(pass(wait), by));
  for (const [index, text] of rest.entries()) {
    const isAgent = index % 2 === 0;
    const minutes = (isAgent ? 0.6 + random() * 2.5 : 1 + random() * 7) * practice;
    lines.push(isAgent ? answers(pass(minutes), by, text) : says(pass(minutes), text));
  }
  if (tag) lines.push(tags(pass(0.3), by, tag));
  lines.push(closes(pass(0.5 + random() * 4), by));
  if (random() < 0.68) {
    const stars = starsFor(wait, random());
    lines.push(rates(pass(0.5 + random() * 4), stars, day.daysAgo % 4 === 1 ? commentOn(stars, hour) : null));
  }
  return lines;
}

/** Who waits long is seldom very satisfied. */
function starsFor(wait: number, luck: number): Stars {
  const patience = luck - wait / 60;
  if (patience > 0.4) return 5;
  if (patience > 0.28) return 4;
  if (patience > 0.05) return 3;
  return patience > -0.1 ? 2 : 1;
}

const COMMENTS: Record<Stars, readonly string[]> = {
  1: ['Demorou demais para alguém responder.'],
  2: ['Resolveram, mas só depois de eu insistir.'],
  3: ['Bom, só a entrega que podia ser mais rápida.'],
  4: ['Atendimento ótimo, faltou só o café chegar hoje 😄'],
  5: [
    'Sempre muito atenciosos!',
    'Rápido e claro. Obrigada!',
    'O melhor café da cidade e o melhor atendimento.',
  ],
};

const commentOn = (stars: Stars, turn: number): string | null =>
  COMMENTS[stars][turn % COMMENTS[stars].length] ?? null;

function pickHour(hours: readonly number[], luck: number): number {
  let left = luck * hours.reduce((sum, share) => sum + share, 0);
  return Math.max(
    hours.findIndex((share) => {
      left -= share;
      return left < 0;
    }),
    0,
  );
}

/** Numbers from 0 to 1 that look random and are always the same (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
