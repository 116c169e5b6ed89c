import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { MacroFields } from '@balcao/shared/features/macros/calls.ts';
import * as macros from '../modules/macros/macros.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** Two macros of the team: one that speaks, and one that may be undone. */
export async function makeMacros(tx: Tx, actor: Actor, shop: Shop): Promise<void> {
  for (const macro of macrosOf(shop)) await macros.create(tx, actor, macro);
}

const macrosOf = ({ tags }: Shop): MacroFields[] => [
  {
    name: 'Pedido saiu para entrega',
    team: true,
    effects: [
      { kind: 'take' },
      { kind: 'addTags', tagIds: [tags.delivery] },
      {
        kind: 'say',
        text: '{{firstName}}, seu pedido acabou de sair para entrega! Chega em até duas horas. ☕',
      },
    ],
  },
  {
    name: 'Garantia: aguardar a foto',
    team: true,
    effects: [
      { kind: 'addTags', tagIds: [tags.warranty] },
      { kind: 'note', text: 'Falta a foto da etiqueta da máquina.' },
      { kind: 'snooze', minutes: 1_440 },
    ],
  },
];
