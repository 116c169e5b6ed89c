import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { LinkedInvoice, payInvoiceLink } from '@balcao/shared/features/invoice-links/calls.ts';
import type { PixCharge } from '@balcao/shared/features/invoices/calls.ts';
import { create } from 'qrcode';
import type { Tx } from '../../platform/db/client.ts';
import * as invoices from '../invoices/invoices.service.ts';

/** One invoice, and nothing else of its company. ERR_INVOICE_LINK_INVALID when it is gone. */
export async function showInvoice(
  tx: Tx,
  { companyId, invoiceId }: { companyId: number; invoiceId: number },
): Promise<LinkedInvoice> {
  const { id, company, receiverName, detail, value, currency, dueDate, status, paidAt } = await invoices
    .get(tx, { companyId }, invoiceId)
    .catch((error: unknown) => {
      const isGone = error instanceof AppError && error.code === 'ERR_NO_INVOICE_FOUND';
      throw isGone ? new AppError('ERR_INVOICE_LINK_INVALID') : error;
    });
  return {
    id,
    company: company.name,
    receiver: receiverName,
    detail,
    value,
    currency,
    dueDate,
    status,
    paidAt,
  };
}

export const charged = ({ qrcode, expiresAt }: PixCharge): RouteOutput<typeof payInvoiceLink> => ({
  code: qrcode.qrcode,
  drawing: drawQr(qrcode.qrcode),
  expiresAt,
});

/** Free modules around the code, as readers expect them. */
const QUIET = 4;

function drawQr(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'L' });
  let path = '';
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  return { path, size: modules.size + QUIET * 2 };
}
