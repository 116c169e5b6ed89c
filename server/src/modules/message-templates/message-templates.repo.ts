import { MAX_TEMPLATES, type MessageTemplate } from '@balcao/shared/features/message-templates/row.ts';
import type { Tx } from '../../platform/db/client.ts';

const columns = (tx: Tx) => tx`name, language, category, header, body, footer, buttons`;

/** By name. */
export const list = (tx: Tx, companyId: number, connectionId: number) => tx<MessageTemplate[]>`
  select ${columns(tx)} from message_templates where company_id = ${companyId} and connection_id = ${connectionId}
  order by name, language limit ${MAX_TEMPLATES}`;

export async function find(
  tx: Tx,
  companyId: number,
  connectionId: number,
  { name, language }: Pick<MessageTemplate, 'name' | 'language'>,
): Promise<MessageTemplate | undefined> {
  const [found] = await tx<MessageTemplate[]>`
    select ${columns(tx)} from message_templates
    where company_id = ${companyId} and connection_id = ${connectionId} and name = ${name} and language = ${language}`;
  return found;
}

export async function hasConnection(tx: Tx, companyId: number, id: number): Promise<boolean> {
  const found = await tx`
    select from connections where company_id = ${companyId} and id = ${id} and deleted_at is null`;
  return found.count === 1;
}
