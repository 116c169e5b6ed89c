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
  charge: ChargeKey & { invoiceId: number; gateway: PixGateway['name'] },
): Promise<void> {
  await tx`insert into charges ${tx(charge)}`;
}

export async function keep(tx: Tx, { companyId, txid }: ChargeKey, charge: Charge): Promise<void> {
  await tx`
    update charges set code = ${charge.code}, expires_at = ${charge.expiresAt}
    where company_id = ${companyId} and txid = ${txid}`;
}
