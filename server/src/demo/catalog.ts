import type { Priority } from '@balcao/shared/features/announcements/row.ts';
import { ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketViewFields } from '../modules/ticket-views/ticket-views.repo.ts';
import type { Person } from './accounts.ts';
import { CAST, type Customer } from './cast.ts';
import type { FileKey } from './files.ts';

/**
 * The queues of a shop at work. Customers choose between those that are offered, whose menus lead to the others; those of
 * past weeks came to the first one.
 */
export const QUEUES = {
  sales: { name: 'Vendas', color: '#f76707', members: ['ana', 'bruno'], isOffered: true },
  support: { name: 'Suporte', color: '#0c8599', members: ['ana', 'bruno'], isOffered: true },
  questions: { name: 'Dúvidas', color: '#7048e8', members: ['ana', 'bruno'], isOffered: false },
  orders: { name: 'Pedidos do site', color: '#2f9e44', members: ['ana', 'bruno'], isOffered: false },
} as const satisfies Record<string, { name: string; color: string; members: Person[]; isOffered: boolean }>;

export type QueueKey = keyof typeof QUEUES;

/** The lanes of the kanban board first, from the left. */
export const TAGS = {
  offer: { name: 'Orçamento', color: '#1971c2', kanban: 1 },
  payment: { name: 'Pagamento', color: '#2f9e44', kanban: 1 },
  delivery: { name: 'Entrega', color: '#f08c00', kanban: 1 },
  warranty: { name: 'Garantia', color: '#e03131', kanban: 0 },
  wholesale: { name: 'Atacado', color: '#7048e8', kanban: 0 },
} as const;

export type TagKey = keyof typeof TAGS;

/** What is sent when a ticket is finished, behind the customer's mark. */
export const COMPLETION =
  'Obrigado por falar com a Loja Demo, {{firstName}}! Quando precisar, é só chamar. ☕';

interface QuickReply {
  by: Person;
  shortcode: string;
  message: string;
  geral: boolean;
  queue?: QueueKey;
}

/** A view that everybody has. */
export const TEAM_VIEW: TicketViewFields = {
  name: 'Não lidas',
  team: true,
  tab: 'open',
  filter: ticketFilter.parse({ unread: true }),
  sort: 'longest',
};

export const QUICK_REPLIES: readonly QuickReply[] = [
  {
    by: 'admin',
    shortcode: 'oi',
    message: '{{greeting}}, {{firstName}}! Aqui é {{user}}, da Loja Demo. Como posso ajudar? ☕',
    geral: true,
  },
  {
    by: 'admin',
    shortcode: 'horario',
    message:
      'Vendemos todos os dias das 7h às 23h. O suporte atende de segunda a sexta das 8h às 18h, e aos sábados até o meio-dia.',
    geral: true,
  },
  {
    by: 'admin',
    shortcode: 'pix',
    message:
      '{{firstName}}, a nossa chave Pix é *pix@lojademo.exemplo.com.br*. Assim que pagar, me mande o comprovante por aqui. 🧡',
    geral: true,
  },
  {
    by: 'admin',
    shortcode: 'prazo',
    message: 'O pedido sai em até 24 horas e chega em 3 a 5 dias úteis. O código de rastreio vai por aqui.',
    geral: true,
  },
  {
    by: 'admin',
    shortcode: 'troca',
    message:
      'Sem problema, {{firstName}}. A troca é grátis em até 30 dias: anote o protocolo *{{protocol}}* e me conte o que houve.',
    geral: true,
    queue: 'support',
  },
  {
    by: 'ana',
    shortcode: 'tchau',
    message: 'Foi um prazer, {{name}}! Seu atendimento de {{date}} é o número {{ticket}}. Até logo! ☕',
    geral: false,
  },
];

/** What agents send to whoever asks for the catalogue. */
export const FILE_LIST: { name: string; message: string; files: { key: FileKey; name: string }[] } = {
  name: 'Catálogo',
  message: '{{greeting}}, {{firstName}}! Aqui estão o café da casa e a nossa oferta para escritórios. ☕',
  files: [
    { key: 'coffee', name: 'Blend da casa' },
    { key: 'leaflet', name: 'Café para o escritório' },
  ],
};

/** The shop's own words for the texts of its campaigns. */
export const CAMPAIGN_VARIABLES = [
  { key: 'cupom', value: 'CAFE10' },
  { key: 'site', value: 'lojademo.exemplo.com.br' },
];

/** What goes out by itself, at nine in so many days. */
export const SCHEDULES: readonly { by: Person; customer: Customer; inDays: number; body: string }[] = [
  {
    by: 'ana',
    customer: CAST.joao,
    inDays: 1,
    body: '{{greeting}}, {{firstName}}! Conseguiu ver o orçamento com a sua sócia?',
  },
  {
    by: 'ana',
    customer: CAST.helena,
    inDays: 7,
    body: '{{greeting}}, {{firstName}}! O café do clube deste mês é o Serra Azul. Posso mandar moído?',
  },
  {
    by: 'bruno',
    customer: CAST.sofia,
    inDays: 2,
    body: '{{firstName}}, a cafeteira nova chegou bem? Qualquer coisa, é só responder aqui.',
  },
];

/** What the platform tells its companies. None is so urgent that it stands in the way of whoever looks around. */
export const ANNOUNCEMENTS: {
  title: string;
  text: string;
  priority: Priority;
  status?: boolean;
  file?: FileKey;
}[] = [
  {
    title: 'Feriados de dezembro',
    text: 'Confira os feriados nas configurações da empresa. Quem escreve fora do horário recebe o aviso de quando vocês voltam.',
    priority: 3,
  },
  {
    title: 'Manutenção no domingo, das 3h às 4h',
    text: 'O servidor fica fora do ar por até uma hora. Os consoles continuam abertos: leia e escreva, as mensagens saem quando ele voltar.',
    priority: 2,
    file: 'coffee',
  },
  {
    title: 'Novos preços em janeiro',
    text: 'Rascunho: ainda falta o valor de cada plano.',
    priority: 3,
    status: false,
  },
];
