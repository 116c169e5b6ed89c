import type { Person } from '@balcao/shared/contract/roles.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import type { Tx } from '../platform/db/client.ts';

/** Carries out a console's command by the service function that REST uses too. @param at when the agent acted */
type Command<N extends MutationName> = (
  tx: Tx,
  actor: Person,
  args: MutationArgs<N>,
  at: string,
) => Promise<unknown>;

export type Commands = { [N in MutationName]: Command<N> };
