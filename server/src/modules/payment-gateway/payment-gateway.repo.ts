import type { GatewayName } from '@balcao/shared/features/invoices/rules.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type Change, updateIn } from '../../platform/db/rows.ts';

export interface GatewayRow {
  gateway: GatewayName;
  isSandbox: boolean;
  /** Its name at the gateway. */
  account: string;
  /** Sealed. */
  clientSecret: Buffer | null;
  /** Sealed: the key and the certificate in PEM. */
  certificate: Buffer | null;
  certificateUntil: Date | null;
  /** The Pix key and the address that Efí has been told to use; empty: none. */
  told: string;
}

/** The one row of the table. */
const ID = 1;

const INITIAL: GatewayRow = {
  gateway: 'static',
  isSandbox: false,
  account: '',
  clientSecret: null,
  certificate: null,
  certificateUntil: null,
  told: '',
};

export async function find(tx: Tx): Promise<GatewayRow> {
  const [row] = await tx<GatewayRow[]>`
    select gateway, is_sandbox, account, client_secret, certificate, certificate_until, told from payment_gateway`;
  return row ?? INITIAL;
}

/** There is a row, and nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx): Promise<void> {
  await tx`insert into payment_gateway default values on conflict do nothing`;
  await tx`select from payment_gateway for update`;
}

export async function update(tx: Tx, change: Change<GatewayRow>): Promise<void> {
  await updateIn<GatewayRow>(tx, 'payment_gateway', { id: ID }, change);
}
