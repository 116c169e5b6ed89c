import type { ListBasis } from '@balcao/shared/features/contact-lists/basis.ts';
import { CAST, type Customer, REGULARS } from './cast.ts';
import {
  accepts,
  answers,
  type Conversation,
  closes,
  followsCampaign,
  type Line,
  rates,
  says,
  tags,
} from './script.ts';
import type { PastDay } from './weeks.ts';

/** She asked to be left in peace, and was deleted from the contacts; an old list still has her. */
export const FORGOTTEN: Customer = { number: '5511900000023', name: 'Teresa Brandão' };

/** The lists of the shop's campaigns: who is in them, and of whom the number has no WhatsApp. */
export const LISTS = {
  club: {
    name: 'Clube do café',
    basis: { kind: 'consent', givenOn: '2024-03-04', source: 'Cadastro do clube, no site' },
    people: [
      CAST.maria,
      CAST.joao,
      CAST.carla,
      CAST.pedro,
      CAST.beatriz,
      CAST.otavio,
      CAST.helena,
      CAST.lucas,
      CAST.sofia,
      CAST.livia,
      ...REGULARS.slice(60, 62),
      FORGOTTEN,
    ],
    unknown: [10, 11],
  },
  shop: {
    name: 'Clientes da loja',
    basis: { kind: 'customer' },
    people: REGULARS.slice(0, 60),
    unknown: [8, 39],
  },
} as const satisfies Record<
  string,
  { name: string; basis: ListBasis; people: readonly Customer[]; unknown: number[] }
>;

/** Somebody of the club who has told the shop's people that campaigns are not for her. */
export const LEFT_IN_PEACE = CAST.helena;

/** What may begin at any moment. */
export const NEXT_CAMPAIGN = {
  name: 'Café novo: Serra Azul',
  message1:
    'Olá, {nome}! ☕ Chegou o *Serra Azul*: notas de chocolate e laranja, torrado esta semana. Com o cupom *{cupom}* sai com 10% de desconto: {site}\n\nPara não receber mais, responda SAIR.',
  message2:
    '{nome}, separei uma novidade para você: o café *Serra Azul* já está na loja. O cupom *{cupom}* vale até domingo. Quer que eu mande um?\n\nPara não receber mais, responda SAIR.',
};

/** What is over, and has asked first. */
export const PAST_CAMPAIGN = {
  name: 'Semana do espresso',
  messages: [
    'Oba! Nesta semana toda máquina de espresso vem com 1 kg do blend da casa de presente. É só responder aqui que eu reservo a sua. ☕',
    'Combinado! De hoje a sábado, as máquinas de espresso têm 10% de desconto com o cupom *CAFE10*: lojademo.exemplo.com.br',
  ],
  questions: [
    'Olá, {nome}! É a Loja Demo. Posso te contar a novidade da semana? Responda *SIM* ou *NÃO*. Para não receber mais, *SAIR*.',
  ],
};

const BEGINS_AT = 10 * 60;

/** The latest working day of which everything is known: how many minutes ago it began to send. */
export function beganAgo(days: readonly PastDay[]): number {
  const [day] = days
    .filter(({ daysAgo, weekday }) => daysAgo >= 2 && weekday <= 5)
    .sort((a, b) => a.daysAgo - b.daysAgo);
  return (day?.ago ?? 0) - BEGINS_AT;
}

/** When it comes to somebody of the list, in minutes after its beginning. */
export function momentsOf(place: number) {
  const asked = place * 0.92;
  const heard = asked + 1 + ((place * 7) % 11);
  const sent = heard + 0.6;
  return { asked, heard, sent, delivered: sent + 0.05, read: sent + 1 + ((place * 5) % 17) };
}

type Outcome = 'noWhatsapp' | 'declined' | 'optedOut' | 'expired' | 'failed' | 'sent' | 'delivered' | 'read';

export function outcomeOf(place: number): Outcome {
  if ([8, 39].includes(place)) return 'noWhatsapp';
  if ([12, 27, 51].includes(place)) return 'declined';
  if (place === 44) return 'optedOut';
  if (place === 36) return 'failed';
  if (place % 7 === 3) return 'expired';
  if (place % 11 === 9) return 'sent';
  return place % 4 === 2 && !(place in ANSWERS) ? 'delivered' : 'read';
}

/** What some of them answered, and how it went on, in minutes after they had read it. */
const ANSWERS: Record<number, (at: (minutes: number) => number) => Line[]> = {
  5: (at) => [
    says(at(1), 'Adorei! Reserva a automática para mim?'),
    accepts(at(3), 'ana'),
    answers(at(4), 'ana', 'Reservada! Com o presente junto. Retira na loja ou eu mando?'),
    says(at(6), 'Retiro amanhã 😊'),
    closes(at(7), 'ana'),
    rates(at(9), 5),
  ],
  14: (at) => [
    says(at(2), 'O desconto vale para o moedor também?'),
    accepts(at(5), 'bruno'),
    answers(at(6), 'bruno', 'Só para as máquinas, mas levando as duas eu faço o frete grátis.'),
    says(at(9), 'Fechado! Pode mandar o boleto'),
    tags(at(10), 'bruno', 'payment'),
    closes(at(14), 'bruno'),
  ],
  22: (at) => [
    says(at(1), 'Quanto sai a italiana de 6 xícaras?'),
    accepts(at(2), 'ana'),
    answers(at(3), 'ana', 'R$ 149,00 com o cupom. Quer que eu separe?'),
    says(at(5), 'Vou pensar, obrigada!'),
    closes(at(6), 'ana'),
    rates(at(7), 5),
  ],
  33: (at) => [
    says(at(3), 'Vocês parcelam?'),
    accepts(at(4), 'ana'),
    answers(at(5), 'ana', 'Em até 10× sem juros. ☕'),
    closes(at(12), 'ana'),
  ],
  48: (at) => [
    says(at(1), 'Quero 3 para a cafeteria, tem preço de atacado?'),
    accepts(at(2), 'bruno'),
    answers(at(4), 'bruno', 'Tem sim: a partir de três, 15% em vez de 10%.'),
    says(at(6), 'Ótimo, passo aí hoje à tarde'),
    tags(at(7), 'bruno', 'wholesale'),
    closes(at(8), 'bruno'),
    rates(at(10), 5),
  ],
};

/** A conversation that began with an answer to the campaign. */
export interface Answer extends Conversation {
  /** The place of the person in the list. */
  place: number;
}

export function playAnswers(began: number): Answer[] {
  return Object.entries(ANSWERS).map(([key, play]) => {
    const place = Number(key);
    const { read } = momentsOf(place);
    const lines = play((minutes) => began - read - minutes);
    const from = followsCampaign(lines[0]?.ago ?? 0, PAST_CAMPAIGN.name);
    return { place, customer: LISTS.shop.people[place] ?? CAST.helena, lines: [from, ...lines] };
  });
}
