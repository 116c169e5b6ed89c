import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import { hearOfPayments } from '@balcao/shared/features/payments/calls.ts';
import type { FastifyInstance } from 'fastify';
import { afterCommit } from '../../platform/db/after-commit.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { noticeSecret } from '../payment-gateway/payment-gateway.service.ts';
import * as charges from './charges.repo.ts';

/**
 * What a gateway tells by itself: which charges to look at now, and nothing else.
 *
 * @param lookNow has them looked at
 */
export function paymentNoticeRoutes(
  app: FastifyInstance,
  { secrets, clock }: { secrets: Secrets; clock: () => Date },
  lookNow: () => void,
): void {
  const secret = digest(noticeSecret(secrets));
  register(app, hearOfPayments, async ({ query, body }) => {
    if (!timingSafeEqual(digest(query.hmac), secret)) throw new AppError('ERR_NO_PERMISSION');
    const txids = body.pix.flatMap(({ txid }) => txid ?? []);
    return async (tx) => {
      await charges.lookAtOnce(tx, 'efi', txids, clock());
      afterCommit(tx, lookNow);
      return {};
    };
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
