import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { PixCharge, paySubscription } from '@balcao/shared/features/invoices/calls.ts';
import { decimalOf } from '@balcao/shared/features/invoices/pix-code.ts';
import { PIX_CURRENCY } from '@balcao/shared/money/currency.ts';
import type { Tx } from '../../platform/db/client.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Charge, PixGateway } from '../../services/pix-gateway.ts';
import { update as updateCompany } from '../companies/companies.service.ts';
import { type GatewayDeps, openForPayer } from '../payment-gateway/payment-gateway.service.ts';
import { nextLook } from './charge-looks.ts';
import * as charges from './charges.repo.ts';
import type { CompanyInvoiceRecord } from './invoices.repo.ts';
import { assertOpen, lock, type Payer, recordAsked } from './invoices.service.ts';

/** One with less left would end while the payer looks for the phone. */
const LEFT_MS = 60_000;

type Form = RouteInput<typeof paySubscription>['body'];

/** A charge whose name is kept, and which the gateway has still to make. */
export interface BegunCharge {
  companyId: number;
  invoiceId: number;
  txid: string;
  amountCents: number;
  gateway: PixGateway;
}

/**
 * Notes the name of a charge before the gateway is asked. Two tabs get the same one. ERR_NO_INVOICE_FOUND,
 * ERR_INVOICE_PAID, ERR_INVOICE_CANCELED, ERR_PAYMENT_NOT_SET_UP, ERR_PAYMENT_CURRENCY, ERR_PAYMENT_CLOSED.
 */
export async function begin(tx: Tx, actor: Actor, form: Form, deps: GatewayDeps): Promise<BegunCharge> {
  const begun = await beginFor(tx, actor, form.invoiceId, deps);
  if (form.useAddressForPaymentDetails) await updateCompany(tx, actor, actor.companyId, addressOf(form));
  return begun;
}

/** The same for somebody whom nobody knows, by the link of the invoice. */
export async function beginFor(
  tx: Tx,
  payer: Pick<Payer, 'companyId'>,
  id: number,
  deps: GatewayDeps,
): Promise<BegunCharge> {
  const invoice = await lockOwn(tx, payer, id);
  if (invoice.currency !== PIX_CURRENCY) throw new AppError('ERR_PAYMENT_CURRENCY');
  return beginAt(tx, await openForPayer(tx, deps), invoice, deps.clock());
}

/** An invoice that is locked, and open. */
export async function beginAt(
  tx: Tx,
  gateway: PixGateway,
  { companyId, id: invoiceId, value }: Pick<CompanyInvoiceRecord, 'companyId' | 'id' | 'value'>,
  now: Date,
): Promise<BegunCharge> {
  const place = { companyId, invoiceId, gateway: gateway.name };
  const open = await charges.findOpen(tx, place, new Date(now.getTime() + LEFT_MS));
  const txid = open ?? gateway.newTxid(invoiceId);
  if (open === undefined) await charges.insert(tx, { ...place, txid, lookAt: firstLook(gateway, now) });
  return { companyId, invoiceId, txid, amountCents: value, gateway };
}

/** No transaction is open meanwhile. ERR_PAYMENT_GATEWAY. */
export async function ask({ gateway, txid, amountCents }: BegunCharge): Promise<Charge> {
  crashAt('charge.begun');
  try {
    const charge = await gateway.create({ txid, amountCents });
    crashAt('charge.asked');
    return charge;
  } catch (error) {
    throw new AppError('ERR_PAYMENT_GATEWAY', undefined, { cause: error });
  }
}

/** What the payer sees, unless it was paid or canceled meanwhile. */
export async function keep(tx: Tx, payer: Payer, begun: BegunCharge, charge: Charge): Promise<PixCharge> {
  const invoice = await lockOwn(tx, payer, begun.invoiceId);
  await charges.keep(tx, begun, charge);
  await recordAsked(tx, payer, invoice, begun.txid);
  crashAt('charge.kept');
  return {
    qrcode: { qrcode: charge.code },
    valor: { original: decimalOf(begun.amountCents) },
    txid: begun.txid,
    expiresAt: charge.expiresAt?.toISOString() ?? null,
  };
}

async function lockOwn(tx: Tx, { companyId }: Pick<Payer, 'companyId'>, id: number) {
  const invoice = await lock(tx, id);
  if (invoice.companyId !== companyId) throw new AppError('ERR_NO_INVOICE_FOUND');
  assertOpen(invoice);
  return invoice;
}

/** Of a code that no bank knows of only the operator learns that it was paid. */
const firstLook = ({ name }: PixGateway, now: Date): Date | null =>
  name === 'static' ? null : nextLook(now, now);

const addressOf = ({ firstName, lastName, address2, city, state, zipcode }: Form) => ({
  billingName: `${firstName} ${lastName}`.trim().slice(0, 255),
  addressStreet: address2,
  addressCity: city,
  addressState: state,
  addressZipCode: zipcode,
});
