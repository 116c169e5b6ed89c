import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ChatAppearance } from '@balcao/shared/features/web-chat/design.ts';
import * as connections from '../modules/connections/connections.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';
import type { Outside } from './responders.ts';

/** The script has words of its own for the rest. */
const NO_WORDS = { title: '', subtitle: '', greeting: '', closed: '', formTitle: '', consent: '' };
const APPEARANCE: ChatAppearance = {
  colour: '#7a3e12',
  place: 'right',
  logoUrl: null,
  language: 'pt',
  words: {
    pt: {
      ...NO_WORDS,
      title: 'Loja Demo',
      subtitle: 'Café torrado na semana',
      greeting: 'Oi! Quer ajuda para escolher o seu café? ☕',
    },
    en: { ...NO_WORDS, title: 'Loja Demo' },
    es: { ...NO_WORDS, title: 'Loja Demo' },
  },
  form: { name: 'required', email: 'optional', phone: 'off', consent: false },
  hidesWhenClosed: false,
};

/** The chat on the shop's own site. Whoever opens that says where it is. */
export async function openSiteChat(
  tx: Tx,
  actor: Actor,
  { companyId, queues }: Pick<Shop, 'companyId' | 'queues'>,
  { secrets }: Outside,
): Promise<void> {
  const chat = {
    name: 'Chat do site',
    kind: 'web' as const,
    queueIds: [queues.sales, queues.support],
    greetingMessage: 'Olá! Sobre o que você quer falar?',
  };
  const { row } = await connections.create(tx, actor, chat, secrets);
  await tx`
    insert into web_chats (company_id, connection_id, appearance, origins, follows_pages)
    values (${companyId}, ${row.id}, ${tx.json(APPEARANCE)}, '{}', true)`;
}
