import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { featuresOf, mayReactWith } from '@balcao/shared/features/connections/channel.ts';
import { MESSAGE_DELETE_MS, MESSAGE_EDIT_MS } from '@balcao/shared/features/messages/limits.ts';
import { sightOf } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredReaction } from '../../platform/db/message-json.ts';
import { refreshLastMessage } from '../ticket-timeline/last-message.service.ts';
import { lockVisible } from '../tickets/locked-ticket.ts';
import * as repo from './message-changes.repo.ts';
import { actAs } from './message-steps.service.ts';
import { findOwner } from './messages.repo.ts';
import { assertMayWrite } from './messages.service.ts';

/** The message, and the conversation in which the agent stands; null: the message's own ticket. */
interface Target {
  id: string;
  ticketId: number | null;
}

/**
 * What agents do to messages. The row shows it at once, the outbox tells WhatsApp, and takes it back when that refuses.
 * Doing the same again changes nothing. All throw like `MessagesService.send` where the ticket is not the agent's to
 * write in, ERR_NO_MESSAGE_FOUND for a message of another conversation, or one that the actor does not see, and
 * ERR_CHANNEL_CANNOT where the channel does not have that.
 */
export interface MessageChanges {
  /** ERR_DELETE_WAPP_MSG for a message that is not ours, ERR_FETCH_WAPP_MSG for one that is too old. */
  remove(tx: Tx, actor: Actor, target: Target): Promise<void>;
  /** ERR_EDIT_WAPP_MSG for what is no text of ours or was not sent, ERR_FETCH_WAPP_MSG for one that is too old. */
  edit(tx: Tx, actor: Actor, target: Target & { body: string }): Promise<void>;
  /** ERR_REACT_WAPP_MSG for what WhatsApp does not know. */
  react(tx: Tx, actor: Actor, target: Target & { emoji: string }): Promise<void>;
}

export function createMessageChanges({ clock }: { clock: () => Date }): MessageChanges {
  return {
    async remove(tx, actor, target) {
      const message = await lockTarget(tx, actor, target);
      if (message.isDeleted) return;
      if (!message.fromMe || message.state === 'local') throw new AppError('ERR_DELETE_WAPP_MSG');
      const { companyId } = actor;
      await actAs(tx, actor);
      if (neverLeft(message)) {
        await repo.withdraw(tx, companyId, message.id);
        return refreshLastMessage(tx, companyId, message.id);
      }
      assertCan(featuresOf(message.connection).delete);
      const at = clock();
      if (isOlder(message, at, MESSAGE_DELETE_MS)) throw new AppError('ERR_FETCH_WAPP_MSG');
      await repo.deleteForAll(tx, companyId, message.id);
      await refreshLastMessage(tx, companyId, message.id);
      await repo.insertChange(tx, companyId, message, { kind: 'delete', body: '', before: null, at });
    },

    async edit(tx, actor, target) {
      const message = await lockTarget(tx, actor, target);
      const { body } = target;
      if (message.body === body) return;
      if (!message.fromMe || message.isDeleted || message.mediaType !== 'chat' || message.state === 'failed')
        throw new AppError('ERR_EDIT_WAPP_MSG');
      assertCan(featuresOf(message.connection).edit);
      const at = clock();
      if (isOlder(message, at, MESSAGE_EDIT_MS)) throw new AppError('ERR_FETCH_WAPP_MSG');
      await actAs(tx, actor);
      await repo.setBody(tx, actor.companyId, message.id, body);
      await refreshLastMessage(tx, actor.companyId, message.id);
      await repo.insertChange(tx, actor.companyId, message, { kind: 'edit', body, before: message.body, at });
    },

    async react(tx, actor, target) {
      const message = await lockTarget(tx, actor, target);
      const { emoji } = target;
      const own = message.reactions.find(({ fromMe }) => fromMe);
      if ((own?.emoji ?? '') === emoji) return;
      const unknown =
        message.state === 'failed' || message.state === 'local' || message.mediaType === 'call_log';
      if (message.isDeleted || unknown) throw new AppError('ERR_REACT_WAPP_MSG');
      assertCan(emoji === '' || mayReactWith(featuresOf(message.connection), emoji));
      const others = message.reactions.filter(({ fromMe }) => !fromMe);
      const name = await repo.agentName(tx, actor);
      const mine: StoredReaction[] = emoji ? [{ by: 'me', emoji, fromMe: true, name }] : [];
      await repo.setReactions(tx, actor.companyId, message.id, [...others, ...mine]);
      const before = own?.emoji ?? '';
      await repo.insertChange(tx, actor.companyId, message, {
        kind: 'react',
        body: emoji,
        before,
        at: clock(),
      });
    },
  };
}

function assertCan(can: boolean): void {
  if (!can) throw new AppError('ERR_CHANNEL_CANNOT');
}

/** The ticket first, like everybody who changes a conversation, so that two never wait for each other. */
async function lockTarget(tx: Tx, actor: Actor, { id, ticketId }: Target): Promise<repo.ChangedMessage> {
  const inTicket = ticketId ?? (await findOwner(tx, actor.companyId, id))?.ticketId;
  if (inTicket === undefined) throw new AppError('ERR_NO_MESSAGE_FOUND');
  const ticket = await lockVisible(tx, actor, inTicket);
  const message = await repo.lockMessage(tx, actor.companyId, id);
  if (!message || message.contactId !== ticket.contactId || !sightOf(actor)(message.scopes))
    throw new AppError('ERR_NO_MESSAGE_FOUND');
  await assertMayWrite(tx, actor, ticket);
  return message;
}

/** WhatsApp has not heard of it; the outbox looks again before it lets a message go. */
const neverLeft = ({ state, hasWaId }: repo.ChangedMessage) =>
  !hasWaId && (state === 'queued' || state === 'failed');

const isOlder = ({ createdAt }: repo.ChangedMessage, at: Date, ms: number) =>
  at.getTime() - createdAt.getTime() > ms;
