import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Commands } from '../../sync/commands.ts';
import * as messages from './chat-messages.service.ts';
import { isInPlan } from './chats.repo.ts';
import * as chats from './chats.service.ts';

/** Behind REST the calls themselves ask for the plan. ERR_PLAN_FEATURE_OFF. */
const planned =
  <A>(command: (tx: Tx, actor: Person, args: A) => Promise<unknown>) =>
  async (tx: Tx, actor: Person, args: A) => {
    if (!(await isInPlan(tx, actor.companyId))) throw new AppError('ERR_PLAN_FEATURE_OFF');
    return command(tx, actor, args);
  };

export const chatCommands = {
  'chat.send': planned(messages.send),
  'chat.edit': planned(messages.edit),
  'chat.delete': planned(messages.remove),
  'chat.react': planned(messages.react),
  'chat.read': planned((tx, actor, { chatId, number }) => chats.read(tx, actor, chatId, number)),
} satisfies Partial<Commands>;
