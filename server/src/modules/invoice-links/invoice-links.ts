import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import { INVOICE_LINK_DAYS } from '@balcao/shared/features/invoice-links/limits.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Secrets } from '../../platform/secrets.ts';

interface LinkedTo {
  companyId: number;
  invoiceId: number;
}

/** Addresses that open one invoice to whoever has them, for a while. */
export interface InvoiceLinks {
  of(invoice: LinkedTo, language: Language): string;
  /** ERR_INVOICE_LINK_INVALID for what was not made here, and for what is too old. */
  open(token: string): LinkedTo;
}

const TOKEN = /^(\d{1,15})\.(\d{1,15})\.(\d{1,12})\.([\w-]{43})$/;

export function createInvoiceLinks(deps: {
  secrets: Pick<Secrets, 'derive'>;
  clock(): Date;
  publicUrl: string | null;
}): InvoiceLinks {
  const key = deps.secrets.derive('invoice links');
  const seconds = () => Math.floor(deps.clock().getTime() / 1_000);
  const sign = (facts: string) => createHmac('sha256', key).update(facts).digest();

  return {
    of({ companyId, invoiceId }, language) {
      const facts = `${companyId}.${invoiceId}.${seconds() + INVOICE_LINK_DAYS * 86_400}`;
      // In the fragment the token is in no log of any server or proxy.
      return `${deps.publicUrl ?? ''}/pay?lang=${language}#${facts}.${sign(facts).toString('base64url')}`;
    },
    open(token) {
      const [, companyId, invoiceId, until, signature = ''] = TOKEN.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const real = sign(`${companyId}.${invoiceId}.${until}`);
      const isOurs = given.length === real.length && timingSafeEqual(given, real);
      if (!isOurs || Number(until) <= seconds()) throw new AppError('ERR_INVOICE_LINK_INVALID');
      return { companyId: Number(companyId), invoiceId: Number(invoiceId) };
    },
  };
}
