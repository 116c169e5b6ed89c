import type { ReminderSettings } from '@balcao/shared/features/invoice-reminders/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';

export type StoredSettings = Omit<ReminderSettings, 'texts'> & { texts: Partial<ReminderSettings['texts']> };

export async function find(tx: Tx): Promise<StoredSettings | undefined> {
  const [row] = await tx<StoredSettings[]>`select before, after, texts from reminder_settings`;
  return row;
}

/** There is a row, and nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx): Promise<void> {
  await tx`insert into reminder_settings default values on conflict do nothing`;
  await tx`select from reminder_settings for update`;
}

export async function update(tx: Tx, { before, after, texts }: Change<ReminderSettings>): Promise<void> {
  await tx`
    update reminder_settings set before = coalesce(${before ?? null}::int[], before),
      after = coalesce(${after ?? null}::int[], after),
      texts = coalesce(${texts ? tx.json(texts) : null}::jsonb, texts)`;
}
