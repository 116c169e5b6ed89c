import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../platform/secrets.ts';

interface Place {
  epoch: string;
  seq: number;
}

/**
 * Tells places where a company's log has really been from those that somebody made up: one that lies ahead of the log
 * proves a restored database, and costs everybody of the company a new start. Each such proof works once, because the
 * epoch that it names is left by it.
 */
export interface CursorProofs {
  of(companyId: number, place: Place): string;
  holds(companyId: number, place: Place, proof: string | undefined): boolean;
}

const PROOF_BYTES = 16;

export function createCursorProofs(secrets: Pick<Secrets, 'derive'>): CursorProofs {
  const key = secrets.derive('sync cursors');
  const sign = (companyId: number, { epoch, seq }: Place) =>
    createHmac('sha256', key).update(`${companyId} ${epoch} ${seq}`).digest().subarray(0, PROOF_BYTES);
  return {
    of: (companyId, place) => sign(companyId, place).toString('base64url'),
    holds(companyId, place, proof = '') {
      const given = Buffer.from(proof, 'base64url');
      return given.length === PROOF_BYTES && timingSafeEqual(given, sign(companyId, place));
    },
  };
}
