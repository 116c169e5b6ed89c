import { createHmac, randomInt } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../platform/db/client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import * as repo from './second-factor.repo.ts';

type Person = repo.Person;

/** The codes of an authenticator (RFC 6238) and, for the day when it is lost, recovery codes. */
export interface SecondFactor {
  /** Offers a fresh secret, which counts once a code of it has come back. ERR_SECOND_FACTOR_ACTIVE. */
  begin(tx: Tx, person: Person): Promise<{ secret: string; otpauthUrl: string }>;
  /** @returns the recovery codes, in the clear this once. ERR_SECOND_FACTOR_WRONG */
  confirm(tx: Tx, person: Person, code: string): Promise<string[]>;
  /**
   * At sign-in, with the person's row locked: ERR_SECOND_FACTOR_REQUIRED without a code, ERR_SECOND_FACTOR_WRONG with
   * one that is wrong or was used before. Uses the code up.
   */
  demand(tx: Tx, person: Person, code: string | undefined): Promise<void>;
}

/** What authenticators show beside the code. */
const ISSUER = 'Balcão';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Clocks may differ by one step. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
/** Also other scripts have digits; the library fails on them. */
const CODE = /^[0-9]{6}$/;
/** Nothing that is mistaken for something else: no 0, 1, i, l, o. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

export function createSecondFactor(deps: { secrets: Secrets; clock: () => Date }): SecondFactor {
  const { secrets, clock } = deps;
  const recoveryKey = secrets.derive('recovery-code');
  const place = ({ companyId, userId }: Person) => `users.totp_secret/${companyId}/${userId}`;

  /** A dump of the database alone must not allow to try all codes. */
  const hashRecovery = (person: Person, code: string): Buffer =>
    createHmac('sha256', recoveryKey)
      .update(`${place(person)}/${code}`)
      .digest();

  /** The time step that the code belongs to; null when it is wrong. */
  function stepOf(person: Person, sealed: Uint8Array, code: string): number | null {
    if (!CODE.test(code)) return null;
    const secret = new Secret({ buffer: Uint8Array.from(secrets.open(sealed, place(person))).buffer });
    const timestamp = clock().getTime();
    const delta = new TOTP({ secret, period: STEP_SECONDS }).validate({
      token: code,
      timestamp,
      window: WINDOW,
    });
    return delta === null ? null : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
  }

  async function isRight(tx: Tx, person: Person, sealed: Uint8Array, code: string): Promise<boolean> {
    if (!CODE.test(code)) return repo.takeRecoveryCode(tx, person, hashRecovery(person, code));
    const step = stepOf(person, sealed, code);
    return step !== null && repo.takeStep(tx, person, step);
  }

  return {
    async begin(tx, person) {
      const secret = new Secret({ size: SECRET_BYTES });
      const email = await repo.offerSecret(tx, person, secrets.seal(secret.bytes, place(person)));
      if (email === undefined) throw new AppError('ERR_SECOND_FACTOR_ACTIVE');
      const totp = new TOTP({ issuer: ISSUER, label: email, secret, period: STEP_SECONDS });
      return { secret: secret.base32, otpauthUrl: totp.toString() };
    },

    async confirm(tx, person, code) {
      const factor = await repo.lock(tx, person);
      const step = factor?.secret && !factor.confirmed ? stepOf(person, factor.secret, plain(code)) : null;
      if (step === null) throw new AppError('ERR_SECOND_FACTOR_WRONG');
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      await repo.confirm(tx, person, { at: clock(), step });
      await repo.replaceRecoveryCodes(
        tx,
        person,
        codes.map((recovery) => hashRecovery(person, plain(recovery))),
      );
      return codes;
    },

    async demand(tx, person, code) {
      const factor = await repo.lock(tx, person);
      if (!factor?.confirmed || !factor.secret) return;
      if (!code) throw new AppError('ERR_SECOND_FACTOR_REQUIRED');
      if (!(await isRight(tx, person, factor.secret, plain(code))))
        throw new AppError('ERR_SECOND_FACTOR_WRONG');
    },
  };
}

/** For somebody who has lost the authenticator; with `announceAccess`. @returns false when nobody has this id. */
export async function removeSecondFactor(tx: Tx, companyId: number, userId: number): Promise<boolean> {
  return repo.remove(tx, { companyId, userId });
}

/** As people type it: with spaces and hyphens, in any case. */
const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** 10 of 31 letters: 2^49 possibilities, `abcde-fghjk`. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: RECOVERY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
    '',
  );
  return `${letters.slice(0, RECOVERY_LENGTH / 2)}-${letters.slice(RECOVERY_LENGTH / 2)}`;
}
