import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { WebChatSettings } from '@balcao/shared/features/web-chat/calls.ts';
import { type BusinessHours, DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import type { Calendar } from '@balcao/shared/time/opening.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { ChatPlace } from './chat-keys.ts';

/** A connection as far as its chat goes. */
export interface ChatRecord extends ChatPlace {
  kind: ConnectionKind;
  desired: 'running' | 'stopped';
  secretVersion: number;
  /** Null: nobody has set it up. */
  settings: WebChatSettings | null;
}

export async function find(tx: Tx, { companyId, connectionId }: ChatPlace): Promise<ChatRecord | undefined> {
  const [row] = await tx<ChatRecord[]>`
    select c.company_id, c.id as connection_id, c.kind, c.desired, coalesce(w.secret_version, 1) as secret_version,
      case when w.connection_id is not null then jsonb_build_object(
        'appearance', w.appearance, 'origins', w.origins, 'followsPages', w.follows_pages, 'passesOn', w.passes_on) end as settings
    from connections c
    left join web_chats w on w.company_id = c.company_id and w.connection_id = c.id
    where c.company_id = ${companyId} and c.id = ${connectionId} and c.deleted_at is null`;
  return row;
}

export async function save(
  tx: Tx,
  { companyId, connectionId }: ChatPlace,
  { appearance, origins, followsPages, passesOn }: WebChatSettings,
): Promise<void> {
  await tx`
    insert into web_chats (company_id, connection_id, appearance, origins, follows_pages, passes_on)
    values (${companyId}, ${connectionId}, ${tx.json(appearance)}, ${origins}, ${followsPages},
      ${passesOn && tx.json(passesOn)}::jsonb)
    on conflict (company_id, connection_id) do update set
      appearance = excluded.appearance, origins = excluded.origins, follows_pages = excluded.follows_pages,
      passes_on = excluded.passes_on`;
}

/** What kind of connection the company has there; undefined: none. */
export async function kindOf(
  tx: Tx,
  { companyId, connectionId }: ChatPlace,
): Promise<ConnectionKind | undefined> {
  const [row] = await tx<{ kind: ConnectionKind }[]>`
    select kind from connections
    where company_id = ${companyId} and id = ${connectionId} and deleted_at is null`;
  return row?.kind;
}

export async function renewSecret(tx: Tx, { companyId, connectionId }: ChatPlace): Promise<void> {
  await tx`
    update web_chats set secret_version = secret_version + 1
    where company_id = ${companyId} and connection_id = ${connectionId}`;
}

/** When the company is there; null: its hours do not count. */
export async function findCalendar(tx: Tx, companyId: number): Promise<Calendar | null> {
  const [row] = await tx<{ schedules: BusinessHours | null; holidays: Holiday[]; timezone: string }[]>`
    select schedules, holidays, timezone from companies
    where id = ${companyId} and exists (
      select from settings where company_id = ${companyId} and key = 'scheduleType' and value = 'company')`;
  return row ? { ...row, schedules: row.schedules ?? DEFAULT_BUSINESS_HOURS } : null;
}

export async function languageOf(tx: Tx, companyId: number): Promise<'pt' | 'en' | 'es'> {
  const [row] = await tx<{ language: 'pt' | 'en' | 'es' }[]>`
    select language from companies where id = ${companyId}`;
  return row?.language ?? 'pt';
}

/** The number of the company's WhatsApp that is connected, its default first, as a link names it. */
export async function findWhatsApp(tx: Tx, companyId: number): Promise<string | null> {
  const [row] = await tx<{ number: string }[]>`
    select regexp_replace(number, '\\D', '', 'g') as number from connections
    where company_id = ${companyId} and channel = 'whatsapp' and status = 'connected' and number <> ''
      and deleted_at is null
    order by is_default desc, id limit 1`;
  return row?.number ?? null;
}
