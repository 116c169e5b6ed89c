import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PASSKEY_MINUTES } from '@balcao/shared/features/auth/limits.ts';
import type { Secrets } from '../../platform/secrets.ts';

const TIME_BYTES = 6;
const RANDOM_BYTES = 16;
const HEAD_BYTES = TIME_BYTES + RANDOM_BYTES;

/**
 * What a key must sign: random, for some minutes, and sealed together with the console that asks, so that nothing need be
 * stored of strangers. What was signed for one console opens nothing to another.
 */
export function createSignInChallenges({ secrets, clock }: { secrets: Secrets; clock: () => Date }) {
  const key = secrets.derive('passkey-challenge');
  const sealOf = (head: Buffer, console: string) =>
    createHmac('sha256', key).update(head).update(console).digest();

  return {
    /** @param console the hash of the word that the console keeps */
    make(console: string): string {
      const until = Buffer.alloc(TIME_BYTES);
      until.writeUIntBE(clock().getTime() + PASSKEY_MINUTES * 60_000, 0, TIME_BYTES);
      const head = Buffer.concat([until, randomBytes(RANDOM_BYTES)]);
      return Buffer.concat([head, sealOf(head, console)]).toString('base64url');
    },
    isOurs(challenge: string, console: string): boolean {
      const bytes = Buffer.from(challenge, 'base64url');
      const seal = sealOf(bytes.subarray(0, HEAD_BYTES), console);
      const said = bytes.subarray(HEAD_BYTES);
      if (said.length !== seal.length || !timingSafeEqual(said, seal)) return false;
      return bytes.readUIntBE(0, TIME_BYTES) > clock().getTime();
    },
  };
}
