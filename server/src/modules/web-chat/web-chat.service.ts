import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import {
  PASSED_ON_BY,
  type WebChatDetails,
  type WebChatSettings,
} from '@balcao/shared/features/web-chat/calls.ts';
import type { ChatWords } from '@balcao/shared/features/web-chat/design.ts';
import { CHAT_SCRIPT_PATH } from '@balcao/shared/features/web-chat/line.ts';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { diff, record } from '../audit/audit.service.ts';
import * as connections from '../connections/connections.service.ts';
import { CHAT_CHANGED, type ChatKeys, type ChatPlace } from './chat-keys.ts';
import type { VisitorProofs } from './visitor-proofs.ts';
import * as repo from './web-chat.repo.ts';

interface Deps {
  bus: Pick<Bus, 'send'>;
  keys: ChatKeys;
  proofs: VisitorProofs;
  publicUrl: string | null;
}

const NO_WORDS: ChatWords = { title: '', subtitle: '', greeting: '', closed: '', formTitle: '', consent: '' };

/** A chat that nobody has set up: the script has words of its own, and no page may use it. */
export const settingsOf = (chat: repo.ChatRecord, language: 'pt' | 'en' | 'es' = 'pt'): WebChatSettings =>
  chat.settings ?? {
    appearance: {
      colour: '#1f6f54',
      place: 'right',
      logoUrl: null,
      language,
      words: { pt: NO_WORDS, en: NO_WORDS, es: NO_WORDS },
      form: { name: 'off', email: 'off', phone: 'off', consent: false },
      hidesWhenClosed: false,
    },
    origins: [],
    followsPages: false,
    passesOn: null,
  };

/** How people set a chat up. All throw ERR_NO_WAPP_FOUND, and ERR_CHANNEL_CANNOT where a connection is no chat. */
export function createWebChatSettings({ bus, keys, proofs, publicUrl }: Deps) {
  async function get(
    tx: Tx,
    place: ChatPlace,
  ): Promise<{ chat: repo.ChatRecord; settings: WebChatSettings }> {
    const chat = orNotFound(await repo.find(tx, place), 'ERR_NO_WAPP_FOUND');
    if (chat.kind !== 'web') throw new AppError('ERR_CHANNEL_CANNOT');
    return { chat, settings: settingsOf(chat, await repo.languageOf(tx, place.companyId)) };
  }

  async function details(tx: Tx, place: ChatPlace): Promise<WebChatDetails> {
    const { chat, settings } = await get(tx, place);
    return {
      ...settings,
      key: keys.of(place),
      script: publicUrl === null ? null : `${publicUrl}${CHAT_SCRIPT_PATH}`,
      userSecret: proofs.secretOf(chat),
    };
  }

  async function noted(tx: Tx, actor: Actor, place: ChatPlace, changes: ReturnType<typeof diff>) {
    const { row } = await connections.getDetails(tx, actor.companyId, place.connectionId);
    const what = { action: 'update', entity: 'connection', entityId: row.id, entityName: row.name } as const;
    await record(tx, { companyId: actor.companyId, actor, ...what, changes });
    afterCommit(tx, () => bus.send(CHAT_CHANGED, keys.of(place)));
  }

  return {
    details,
    async save(tx: Tx, actor: Actor, place: ChatPlace, settings: WebChatSettings): Promise<WebChatDetails> {
      const before = (await get(tx, place)).settings;
      await assertLeadsOn(tx, place, settings);
      await repo.save(tx, place, settings);
      await noted(tx, actor, place, diff(flat(before), flat(settings)));
      return details(tx, place);
    },
    async renewSecret(tx: Tx, actor: Actor, place: ChatPlace): Promise<WebChatDetails> {
      const { chat, settings } = await get(tx, place);
      if (!chat.settings) await repo.save(tx, place, settings);
      await repo.renewSecret(tx, place);
      await noted(
        tx,
        actor,
        place,
        diff({ userSecret: chat.secretVersion }, { userSecret: chat.secretVersion + 1 }),
      );
      return details(tx, place);
    },
  };
}

/** ERR_NO_WAPP_FOUND, and ERR_CHANNEL_CANNOT for one that leads to nobody by what visitors fill in. */
async function assertLeadsOn(tx: Tx, { companyId }: ChatPlace, { passesOn }: WebChatSettings): Promise<void> {
  if (passesOn === null) return;
  const { connectionId } = passesOn;
  const kind = orNotFound(await repo.kindOf(tx, { companyId, connectionId }), 'ERR_NO_WAPP_FOUND');
  if (!PASSED_ON_BY.includes(kind)) throw new AppError('ERR_CHANNEL_CANNOT');
}

/** What people decide about a chat, for the log. */
const flat = ({ appearance, origins, followsPages, passesOn }: WebChatSettings) => ({
  appearance: JSON.stringify(appearance),
  origins: origins.join(' '),
  followsPages,
  passesOn: passesOn && JSON.stringify(passesOn),
});
