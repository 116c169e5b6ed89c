import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { AutomationFields } from '@balcao/shared/features/automations/calls.ts';
import * as automations from '../modules/automations/automations.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** Rules that a visitor sees act: a word, the AI's eyes, a tag, and somebody who waits for long. */
export async function makeRules(tx: Tx, actor: Actor, shop: Shop): Promise<void> {
  for (const rule of rulesOf(shop)) await automations.create(tx, actor, rule);
}

const rulesOf = ({ tags, people }: Shop): AutomationFields[] => [
  {
    name: 'Máquina com defeito',
    active: true,
    cause: { kind: 'message' },
    conditions: {
      match: 'all',
      items: [
        { kind: 'words', not: false, words: ['defeito', 'quebrou', 'quebrada', 'parou de funcionar'] },
        { kind: 'tags', not: true, tagIds: [tags.warranty] },
      ],
    },
    effects: [
      { kind: 'addTags', tagIds: [tags.warranty] },
      { kind: 'note', text: 'Peça o número de série e uma foto da etiqueta. A garantia é de um ano.' },
    ],
  },
  {
    name: 'A IA etiqueta quem chega',
    active: true,
    cause: { kind: 'opened' },
    conditions: { match: 'all', items: [] },
    effects: [{ kind: 'sort', queue: false }],
  },
  {
    name: 'Atacado é com a Ana',
    active: true,
    cause: { kind: 'tagged', tagIds: [tags.wholesale] },
    conditions: { match: 'all', items: [] },
    effects: [{ kind: 'mention', userIds: [people.ana], text: 'Pedido de atacado: você cuida?' }],
  },
  {
    name: 'Espera longa',
    active: true,
    cause: { kind: 'waiting', minutes: 120 },
    conditions: { match: 'all', items: [{ kind: 'hours', not: false }] },
    effects: [{ kind: 'note', text: 'Este cliente espera há duas horas.' }],
  },
];
