import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { HelpView } from '@balcao/shared/features/helps/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';

/** Help videos are the platform's: everybody watches them, its operators write them. */
type HelpFields = Pick<HelpView, 'title' | 'video'> & Change<Pick<HelpView, 'description'>>;

export async function list(tx: Tx): Promise<HelpView[]> {
  return tx<HelpView[]>`select id, title, description, video from helps order by id`;
}

/** ERR_HELP_TITLE_TAKEN. */
export async function create(tx: Tx, actor: Actor, fields: HelpFields): Promise<HelpView> {
  const help = await find(tx, await titleIsFree(insertInto<HelpFields>(tx, 'helps', fields)));
  await recordChange(tx, actor, AUDITED, null, help);
  return help;
}

/** ERR_NO_HELP_FOUND, ERR_HELP_TITLE_TAKEN. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<HelpFields>,
): Promise<HelpView> {
  const before = await find(tx, id);
  if (Object.keys(change).length === 0) return before;
  await titleIsFree(updateIn<HelpFields>(tx, 'helps', { id }, change));
  const help = await find(tx, id);
  await recordChange(tx, actor, AUDITED, before, help);
  return help;
}

/** ERR_NO_HELP_FOUND. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = await find(tx, id);
  await tx`delete from helps where id = ${id}`;
  await recordChange(tx, actor, AUDITED, before, null);
}

async function find(tx: Tx, id: number): Promise<HelpView> {
  const [help] = await tx<HelpView[]>`select id, title, description, video from helps where id = ${id}`;
  return orNotFound(help, 'ERR_NO_HELP_FOUND');
}

const AUDITED: Audited<HelpView> = {
  entity: 'help',
  name: ({ title }) => title,
  fields: (help) => help,
};

async function titleIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'helps_title') ? new AppError('ERR_HELP_TITLE_TAKEN') : error;
  }
}
