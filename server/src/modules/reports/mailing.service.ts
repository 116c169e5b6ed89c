import type { Person } from '@balcao/shared/contract/roles.ts';
import type { MailedPeriod } from '@balcao/shared/features/reports/measures.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { findMailing, type Mailing, saveMailing } from './reports.repo.ts';

/** Which reports a person gets by mail. The figures of a company leave it: the log tells to whom. */
export async function changeMailing(
  tx: Tx,
  actor: Person,
  wanted: { periods: readonly MailedPeriod[]; language: Language },
  now: Date,
): Promise<void> {
  const before = await findMailing(tx, actor);
  await saveMailing(tx, actor, wanted, now);
  await recordChange(tx, actor, AUDITED, before, await findMailing(tx, actor));
}

const AUDITED: Audited<Mailing> = {
  entity: 'user',
  name: ({ email }) => email,
  fields: ({ periods }) => ({ mailedReports: periods.join(', ') }),
};
