import { type StaticPix, staticPixCode } from '@balcao/shared/features/invoices/pix-code.ts';
import type { PixGateway } from './pix-gateway.ts';

/**
 * A code with the operator's own key: no bank is asked, so none tells of the payment. The operator finds the name of the
 * charge on the bank statement and says that it has been paid.
 */
export const createStaticPix = (
  receiver: Pick<StaticPix, 'key' | 'receiverName' | 'receiverCity'>,
): PixGateway => ({
  name: 'static',
  newTxid: (invoiceId) => `FATURA${invoiceId}`,
  create: async ({ txid, amountCents }) => ({
    code: staticPixCode({ ...receiver, amountCents, reference: txid }),
    expiresAt: null,
  }),
  paidCents: async () => null,
});
