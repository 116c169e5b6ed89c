import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CredentialsOf } from '@balcao/shared/model/connection-credentials.ts';

/** Whether Meta itself has called: it signs every byte of the body with the app's secret. */
export function isSigned(
  { appSecret }: Pick<CredentialsOf<'whatsapp_cloud'>, 'appSecret'>,
  header: string | string[] | undefined,
  body: Uint8Array,
): boolean {
  const [, hex = ''] = /^sha256=([\da-f]{64})$/i.exec(typeof header === 'string' ? header : '') ?? [];
  const given = Buffer.from(hex, 'hex');
  const real = createHmac('sha256', appSecret).update(body).digest();
  return given.length === real.length && timingSafeEqual(given, real);
}
