import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { MessageStepKind } from '@balcao/shared/features/messages/calls.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What is done to messages until the end of the transaction is this person's doing, or this program's. */
export async function actAs(tx: Tx, { companyId, userId, program = '' }: Actor): Promise<void> {
  await tx`select set_config('app.author', coalesce((
    select name from users where company_id = ${companyId} and id = ${userId}::bigint), ${program}), true)`;
}

/** Since when the message `m` has waited to be sent: the outbox has it as soon as it is stored. Null for what we do not send. */
export const queuedAt = (tx: Tx) => tx`
  case when m.from_me and m.state <> 'local' and m.origin not in ('phone', 'campaign', 'import') then m.stored_at end`;

/** What became of a message, as `stepsOf` selects it. */
export interface StepRow {
  kind: MessageStepKind;
  at: string;
  by: string | null;
  errorCode: ErrorCode | null;
}

/** The steps of the message `m`, the oldest first; null where nothing became of it. */
export const stepsOf = (tx: Tx) => tx`(
  select json_agg(json_build_object('kind', s.kind, 'at', s.at, 'by', s.author, 'errorCode', s.error_code)
    order by s.at, s.id)
  from message_steps s where s.company_id = m.company_id and s.message_id = m.id)`;
