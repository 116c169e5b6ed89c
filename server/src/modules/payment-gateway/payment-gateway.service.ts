import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { GatewayName } from '@balcao/shared/features/invoices/rules.ts';
import type { PaymentGateway, savePaymentGateway } from '@balcao/shared/features/payments/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createEfi, type Efi } from '../../services/efi.ts';
import { readEfiCertificate } from '../../services/efi-certificate.ts';
import type { Outside } from '../../services/outside.ts';
import type { PixGateway } from '../../services/pix-gateway.ts';
import { createStaticPix } from '../../services/static-pix.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { readPaymentSettings } from '../payment-settings/payment-settings.service.ts';
import * as repo from './payment-gateway.repo.ts';

/** Who takes the payments. It belongs to the platform, not to a company. */

export interface GatewayDeps {
  secrets: Secrets;
  outside: Outside;
  clock: () => Date;
  /** Where others reach this server; null: nobody knows. */
  publicUrl: string | null;
}

export async function get(tx: Tx, deps: GatewayDeps): Promise<PaymentGateway> {
  const row = await repo.find(tx);
  const { gateway, isSandbox, account, clientSecret, certificateUntil, told } = row;
  return {
    gateway,
    isSandbox,
    account,
    hasClientSecret: clientSecret !== null,
    certificateUntil: certificateUntil?.toISOString() ?? null,
    isTold: told !== '' && told === (await wantedNotices(tx, deps))?.told,
  };
}

/** What is absent stays as it is. ERR_PAYMENT_CERTIFICATE, ERR_PAYMENT_CERTIFICATE_EXPIRED. */
export async function save(
  tx: Tx,
  actor: Actor,
  { clientSecret, certificate, ...fields }: RouteInput<typeof savePaymentGateway>['body'],
  { secrets, clock }: Pick<GatewayDeps, 'secrets' | 'clock'>,
): Promise<void> {
  const file = certificate === undefined ? undefined : readCertificate(certificate, clock());
  await repo.lock(tx);
  const before = await repo.find(tx);
  await repo.update(tx, {
    ...fields,
    // Another account has been told nothing yet.
    told: '',
    ...(clientSecret === undefined
      ? {}
      : { clientSecret: clientSecret === '' ? null : secrets.seal(Buffer.from(clientSecret), SECRET_PLACE) }),
    ...(file && {
      certificate: secrets.seal(Buffer.from(file.key + file.certificate), CERTIFICATE_PLACE),
      certificateUntil: file.validUntil,
    }),
  });
  const after = await repo.find(tx);
  const id = actor.companyId;
  await recordChange(tx, actor, AUDITED, { id, ...before }, { id, ...after });
}

function readCertificate(base64: string, now: Date) {
  const file = readEfiCertificate(Buffer.from(base64, 'base64'));
  if (!file) throw new AppError('ERR_PAYMENT_CERTIFICATE');
  if (file.validUntil <= now) throw new AppError('ERR_PAYMENT_CERTIFICATE_EXPIRED');
  return file;
}

/** Whoever takes the money from now on; null while something of the account is missing. */
export async function openGateway(tx: Tx, deps: GatewayDeps): Promise<PixGateway | null> {
  const { gateway } = await repo.find(tx);
  return openNamed(tx, deps, gateway);
}

/** The same for somebody who pays. ERR_PAYMENT_NOT_SET_UP, ERR_PAYMENT_CLOSED. */
export async function openForPayer(tx: Tx, deps: GatewayDeps): Promise<PixGateway> {
  const gateway = await openGateway(tx, deps);
  if (!gateway) throw new AppError('ERR_PAYMENT_NOT_SET_UP');
  const end = await findCertificateEnd(tx);
  if (end !== null && end <= deps.clock()) throw new AppError('ERR_PAYMENT_CLOSED');
  return gateway;
}

/** From then on nobody can pay; null: whoever takes the money needs no certificate, or has none yet. */
export async function findCertificateEnd(tx: Tx): Promise<Date | null> {
  const { gateway, certificateUntil } = await repo.find(tx);
  return gateway === 'efi' ? certificateUntil : null;
}

/** Opens also a gateway that the operator has left: its charges may still be paid. */
export async function openNamed(tx: Tx, deps: GatewayDeps, name: GatewayName): Promise<PixGateway | null> {
  return name === 'efi' ? openEfi(tx, deps) : openStatic(tx);
}

async function openStatic(tx: Tx): Promise<PixGateway | null> {
  const { pixKey, receiverName, receiverCity } = await readPaymentSettings(tx);
  if (!pixKey || !receiverName || !receiverCity) return null;
  return createStaticPix({ key: pixKey, receiverName, receiverCity });
}

export async function openEfi(tx: Tx, { secrets, outside, clock }: GatewayDeps): Promise<Efi | null> {
  const { account, clientSecret, certificate, isSandbox } = await repo.find(tx);
  const { pixKey } = await readPaymentSettings(tx);
  const file = certificate && readEfiCertificate(secrets.open(certificate, CERTIFICATE_PLACE));
  if (!account || !clientSecret || !file || !pixKey) return null;
  const keys = {
    clientId: account,
    clientSecret: secrets.open(clientSecret, SECRET_PLACE).toString(),
    certificate: file,
    isSandbox,
  };
  return createEfi(outside, keys, { pixKey, clock });
}

interface WantedNotices {
  /** Where Efí is to tell what is paid. */
  url: string;
  /** How the row says that this was arranged. */
  told: string;
}

/** Null where there is nothing to arrange: no gateway that tells, or no address that it would take. */
export async function wantedNotices(
  tx: Tx,
  { secrets, publicUrl }: GatewayDeps,
): Promise<WantedNotices | null> {
  const { gateway } = await repo.find(tx);
  const { pixKey } = await readPaymentSettings(tx);
  if (gateway !== 'efi' || !pixKey || !publicUrl?.startsWith('https://')) return null;
  // Efí writes more behind the address it was given: at the end of this one, that is a value that nobody reads.
  const url = `${publicUrl}/payment-notices/efi?${new URLSearchParams({ hmac: noticeSecret(secrets) })}&ignorar=`;
  return { url, told: `${pixKey} ${publicUrl}` };
}

export const keepTold = (tx: Tx, told: string): Promise<void> => repo.update(tx, { told });

/** What stands in the address that Efí tells. */
export const noticeSecret = (secrets: Secrets): string =>
  Buffer.from(secrets.derive('notices of payments')).toString('base64url');

/** Where a sealed value belongs: it opens nowhere else. */
const SECRET_PLACE = 'payment_gateway.client_secret';
const CERTIFICATE_PLACE = 'payment_gateway.certificate';

/** There is one: the log names it by the operator's company. Of what is sealed it says only that it changed. */
const AUDITED: Audited<repo.GatewayRow & { id: number }> = {
  entity: 'paymentGateway',
  name: () => '',
  fields: ({ id: _id, told: _told, clientSecret, certificate, ...fields }) => ({
    ...fields,
    clientSecret: clientSecret?.toString('base64') ?? null,
    certificateSecret: certificate?.toString('base64') ?? null,
  }),
};
