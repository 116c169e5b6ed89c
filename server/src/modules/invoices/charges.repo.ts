import type { Tx } from '../../platform/db/client.ts';
import type { Charge, PixGateway } from '../../services/pix-gateway.ts';

interface ChargeKey {
  companyId: number;
  txid: string;
}

/** The newest of an invoice at this gateway that can still be paid at that moment. */
export async function findOpen(
  tx: Tx,
  { companyId, invoiceId, gateway }: { companyId: number; invoiceId: number; gateway: PixGateway['name'] },
  at: Date,
): Promise<string | undefined> {
  const [row] = await tx<{ txid: string }[]>`
    select txid from charges
    where company_id = ${companyId} and invoice_id = ${invoiceId} and gateway = ${gateway}
      and (expires_at is null or expires_at > ${at})
    order by created_at desc limit 1`;
  return row?.txid;
}

export async function insert(
  tx: Tx,
  charge: ChargeKey & { invoiceId: number; gateway: PixGateway['name']; lookAt: Date | null },
): Promise<void> {
  await tx`insert into charges ${tx(charge)}`;
}

export async function keep(tx: Tx, { companyId, txid }: ChargeKey, charge: Charge): Promise<void> {
  await tx`
    update charges set code = ${charge.code}, expires_at = ${charge.expiresAt}
    where company_id = ${companyId} and txid = ${txid}`;
}

export interface LookedAtCharge extends ChargeKey {
  gateway: PixGateway['name'];
  createdAt: Date;
}

/** Those whose payment is to be asked for, the longest overdue first. */
export async function listToLookAt(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<(Pick<ChargeKey, 'companyId'> & { id: string })[]> {
  return tx<{ companyId: number; id: string }[]>`
    select company_id, txid as id from charges where look_at <= ${now} order by look_at, txid limit ${limit}`;
}

/** Undefined when it went with its company, or is not to be looked at any more. */
export async function findToLookAt(tx: Tx, txid: string): Promise<LookedAtCharge | undefined> {
  const [row] = await tx<LookedAtCharge[]>`
    select company_id, txid, gateway, created_at from charges where txid = ${txid} and look_at is not null`;
  return row;
}

export async function lookAgain(tx: Tx, { companyId, txid }: ChargeKey, at: Date | null): Promise<void> {
  await tx`update charges set look_at = ${at} where company_id = ${companyId} and txid = ${txid}`;
}

/** Those of a gateway that somebody says were paid, also when nobody would have asked any more. */
export async function lookAtOnce(
  tx: Tx,
  gateway: PixGateway['name'],
  txids: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    update charges set look_at = ${now}
    where txid = any (${[...txids]}) and gateway = ${gateway} and paid_cents = 0`;
}
