import type { OPTION_ACTIONS } from '@balcao/shared/features/queues/options.ts';
import { AUTOMATIC_TEXTS } from '@balcao/shared/text/variables.ts';
import { type BusinessHours, DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertInto, updateIn } from '../platform/db/rows.ts';
import { QUEUES, type QueueKey } from './catalog.ts';
import type { Shop } from './enacted.ts';

/** What the shop's bot says: who comes is asked for a queue, and each queue asks what it is about. */
const GREETING = 'Olá, {{firstName}}! Aqui é a Loja Demo. ☕ Com quem você quer falar?';
const OUT_OF_HOURS =
  'Agora estamos fechados, {{firstName}}. Deixe a sua mensagem: respondemos assim que abrirmos. 🌙';

interface Option {
  title: string;
  message?: string;
  action?: (typeof OPTION_ACTIONS)[number];
  /** The queue whose bot goes on. */
  to?: QueueKey;
  below?: readonly Option[];
}

interface QueueBot {
  greetingMessage: string;
  outOfHoursMessage: string;
  /** Undefined: the hours that every queue begins with. */
  schedules?: BusinessHours;
  options: readonly Option[];
}

/** Open every day until late, so that a menu answers whoever tries the shop in the evening. */
const LATE: BusinessHours = DEFAULT_BUSINESS_HOURS.map((day) => ({
  ...day,
  startTime: '07:00',
  endTime: '23:00',
}));

/** Options that lead to queues of their own. */
export const TRACKING = 'Acompanhar um pedido';
export const ASKING = 'Tirar uma dúvida';

const BOTS: Record<QueueKey, QueueBot> = {
  sales: {
    greetingMessage: 'Você está em *Vendas*. O que procura hoje?',
    outOfHoursMessage: 'As vendas voltam às 7h, {{firstName}}. O que você escrever aqui fica anotado.',
    schedules: LATE,
    options: [
      {
        title: 'Máquinas e moedores',
        message: 'Que bom! Para qual uso?',
        below: [
          {
            title: 'Para casa',
            message: 'A *Compacta 200* é a mais querida. Já chamo alguém das vendas. ☕',
          },
          { title: 'Para o escritório', message: 'Até 20 pessoas, a *Automática 500*. Já chamo alguém.' },
        ],
      },
      {
        title: 'Clube do café',
        message: 'Todo mês um café diferente em casa. Quer saber mais?',
        below: [
          { title: 'Sim, falar com uma pessoa', message: 'Já chamo alguém para contar tudo.' },
          {
            title: 'Agora não',
            message: 'Combinado! Quando quiser, é só escrever.',
            action: 'close',
          },
        ],
      },
      { title: 'Falar com uma pessoa', message: 'Um instante, {{firstName}}: já vem alguém.' },
    ],
  },
  support: {
    greetingMessage: 'Você está no *Suporte*. Em que podemos ajudar?',
    outOfHoursMessage:
      'O suporte atende de segunda a sexta das 8h às 18h, e aos sábados das 8h ao meio-dia. Deixe a sua mensagem! 🌙',
    options: [
      { title: TRACKING, action: 'queue', to: 'orders' },
      {
        title: 'Garantia',
        message: 'O que aconteceu?',
        below: [
          { title: 'Veio com defeito', message: 'Sinto muito! Mande uma foto, e alguém já responde.' },
          { title: 'Parou de funcionar', message: 'Há quanto tempo? Conte para quem já vem atender.' },
        ],
      },
      { title: 'Quero comprar', message: 'Claro! Passo você para as vendas.', action: 'queue', to: 'sales' },
      { title: ASKING, action: 'queue', to: 'questions' },
    ],
  },
  questions: {
    greetingMessage: 'Qual é a sua dúvida, {{firstName}}? Pode escrever como quiser.',
    outOfHoursMessage: 'Voltamos às 7h, {{firstName}}. Deixe a sua pergunta. 🌙',
    schedules: LATE,
    options: [],
  },
  orders: {
    greetingMessage: 'Qual é o número do seu pedido?',
    outOfHoursMessage: 'Voltamos às 7h, {{firstName}}. Deixe o número do seu pedido. 🌙',
    schedules: LATE,
    options: [],
  },
};

/** Of the whole shop: closed on the one, half a day on the other. */
const HOLIDAYS: readonly Holiday[] = [
  { name: 'Natal', date: '2026-12-25', yearly: true, startTime: '00:00', endTime: '00:00' },
  { name: 'Véspera de Natal', date: '2026-12-24', yearly: true, startTime: '08:00', endTime: '12:00' },
  {
    name: 'Confraternização Universal',
    date: '2027-01-01',
    yearly: true,
    startTime: '00:00',
    endTime: '00:00',
  },
];

const menuOf = (lead: string, names: readonly string[], mayLeave: boolean): string =>
  [
    lead,
    '',
    ...names.map((name, index) => `[ ${index + 1} ] - ${name}`),
    ...(mayLeave ? [`[ # ] - ${AUTOMATIC_TEXTS.pt.bot.mainMenu}`] : []),
  ].join('\n');

/** As the bot writes them. */
export const queueMenu = menuOf(
  GREETING,
  Object.values(QUEUES).flatMap(({ name, isOffered }) => (isOffered ? name : [])),
  false,
);
export const greetingOf = (queue: QueueKey): string => BOTS[queue].greetingMessage;
export const optionMenu = (queue: QueueKey): string =>
  menuOf(
    greetingOf(queue),
    BOTS[queue].options.map(({ title }) => title),
    true,
  );

/** Each queue answers by its own hours, which its holidays break. */
export async function writeMenus(
  tx: Tx,
  { companyId, connectionId, queues }: Pick<Shop, 'companyId' | 'connectionId' | 'queues'>,
): Promise<void> {
  await tx`insert into settings ${tx({ companyId, key: 'scheduleType', value: 'queue' })}`;
  await updateIn(tx, 'companies', { id: companyId }, { holidays: HOLIDAYS });
  const words = { greetingMessage: GREETING, outOfHoursMessage: OUT_OF_HOURS };
  await updateIn(tx, 'connections', { companyId, id: connectionId }, words);
  for (const [key, { options, ...bot }] of Object.entries(BOTS) as [QueueKey, QueueBot][]) {
    await updateIn(tx, 'queues', { companyId, id: queues[key] }, bot);
    await addLevel(key, null, options);
  }

  async function addLevel(key: QueueKey, parentId: number | null, level: readonly Option[]): Promise<void> {
    for (const [index, { to, below = [], ...option }] of level.entries()) {
      const place = { companyId, queueId: queues[key], parentId, option: index + 1 };
      const row = { ...place, ...option, forwardQueueId: to && queues[to] };
      await addLevel(key, await insertInto(tx, 'queue_options', row), below);
    }
  }
}
