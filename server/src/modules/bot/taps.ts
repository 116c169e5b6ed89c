import type { Tx } from '../../platform/db/client.ts';
import { tappedOf } from '../../platform/db/menu-taps.ts';
import type { StoredMenu } from '../../platform/db/message-json.ts';
import type { Heard } from './heard.ts';
import type { BotState } from './state.ts';
import * as repo from './taps.repo.ts';

/**
 * What a tap means: the choice itself, while its menu is the question that the customer stands before, and is answered
 * once. Which menu it was is read in the ticket's own messages, because whoever writes to us may make up any id.
 *
 * @returns null for an id that is none of ours: what was tapped reads as words
 */
export async function hearTap(
  tx: Tx,
  { companyId, ticketId }: { companyId: number; ticketId: number },
  state: BotState,
  tap: string,
): Promise<Heard | null> {
  const tapped = tappedOf(tap);
  if (!tapped) return null;
  const found = await repo.findMenu(tx, companyId, ticketId, tapped.messageId);
  const choice = found?.menu.choices[tapped.place];
  if (!found || !choice || found.taps > 1 || !isBefore(found.menu, state)) return { kind: 'passed' };
  const { to, name } = choice;
  if (to.kind === 'mark') return { kind: 'passed' };
  return to.kind === 'back' || to.kind === 'mainMenu' ? to : { kind: 'tap', id: to.id, name };
}

const isBefore = ({ place }: StoredMenu, { answerer, queueId, optionId }: BotState): boolean =>
  place.answerer === answerer && place.queueId === queueId && place.optionId === optionId;
