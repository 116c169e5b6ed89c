import { createHash, randomBytes } from 'node:crypto';
import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { PASSKEY_MINUTES } from '@balcao/shared/features/auth/limits.ts';
import type {
  beginPasskeySignIn,
  madePasskey,
  openPasskeyLink,
  Passkey,
  proofOfPasskey,
} from '@balcao/shared/features/auth/passkeys.ts';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { record } from '../audit/audit.service.ts';
import { createAttemptLimit } from '../auth/attempt-limit.ts';
import { giveCode } from '../auth/sign-in-codes.ts';
import * as repo from './passkeys.repo.ts';
import type { RelyingParty } from './relying-party.ts';
import { createSignInChallenges } from './sign-in-challenge.ts';
import { handleOf, personOfHandle } from './user-handle.ts';

type Owner = Pick<Person, 'companyId' | 'userId'>;
type Proof = z.output<typeof proofOfPasskey>;
type Made = z.output<typeof madePasskey>;

/** Keys of people, and signing in with them. Without a relying party what makes or uses one is ERR_PASSKEYS_OFF. */
export interface Passkeys {
  list(tx: Tx, owner: Owner): Promise<Passkey[]>;
  /** A link to the page on which a browser makes a key. */
  link(tx: Tx, owner: Owner): Promise<{ link: string }>;
  /** ERR_PASSKEY_LINK_INVALID, ERR_TOO_MANY_REQUESTS. */
  openLink(input: { token: string; address: string }): Promise<RouteOutput<typeof openPasskeyLink>>;
  /** The same, and ERR_PASSKEY_REFUSED. */
  store(input: { token: string; name: string; credential: Made; address: string }): Promise<void>;
  /** ERR_NO_PASSKEY_FOUND. */
  remove(tx: Tx, actor: Person, id: string): Promise<void>;
  begin(challenge: string): RouteOutput<typeof beginPasskeySignIn>;
  /** @returns a code for the console with this challenge. ERR_PASSKEY_UNKNOWN, ERR_TOO_MANY_REQUESTS. */
  prove(input: { challenge: string; credential: Proof; address: string }): Promise<{ code: string }>;
}

interface Dependencies {
  db: Database;
  secrets: Secrets;
  clock: () => Date;
  party: RelyingParty | null;
}

const NAME = 'Balcão';
const TOKEN_BYTES = 32;
const TIMEOUT_MS = PASSKEY_MINUTES * 60_000;
/** Ed25519, and what most have: P-256 and RSA. */
const ALGORITHMS = [-8, -7, -257];
const FREE = { account: 20, address: 20 };
const TOKEN = /^(\d{1,15})\.[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
/** It brings much along, and most sign in by other ways. */
const webAuthn = () => import('@simplewebauthn/server');

export function createPasskeys(deps: Dependencies): Passkeys {
  const { db, clock, party } = deps;
  const challenges = createSignInChallenges(deps);
  const limit = { db, clock, free: FREE };
  const links = createAttemptLimit({ ...limit, of: 'passkey link', failures: ['ERR_PASSKEY_LINK_INVALID'] });
  const proofs = createAttemptLimit({ ...limit, of: 'passkey', failures: ['ERR_PASSKEY_UNKNOWN'] });

  function ourParty(): RelyingParty {
    if (!party) throw new AppError('ERR_PASSKEYS_OFF');
    return party;
  }

  /** ERR_PASSKEY_LINK_INVALID */
  async function makerOf(token: string): Promise<repo.Maker & { hash: Buffer; known: string[] }> {
    const companyId = Number(TOKEN.exec(token)?.[1] ?? 0);
    const hash = hashOf(token);
    const maker = await db.readCompany(companyId, async (tx) => {
      const found = await repo.findLink(tx, companyId, hash, clock());
      return found && { ...found, known: await repo.credentialsOf(tx, found) };
    });
    if (!maker) throw new AppError('ERR_PASSKEY_LINK_INVALID');
    return { ...maker, hash };
  }

  /** What the browser has made, once it is what was asked for. ERR_PASSKEY_REFUSED */
  async function verifyMade({ id, origin }: RelyingParty, credential: Made, challenge: string) {
    const { verifyRegistrationResponse } = await webAuthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...credential,
        response: withoutUndefined(credential.response),
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((cause: unknown) => {
      throw new AppError('ERR_PASSKEY_REFUSED', {}, { cause });
    });
    if (!verified) throw new AppError('ERR_PASSKEY_REFUSED');
    return registrationInfo.credential;
  }

  /** The counter of a key that has signed what was asked. ERR_PASSKEY_UNKNOWN */
  async function verifyProof(
    { id, origin }: RelyingParty,
    credential: Proof,
    key: repo.StoredKey,
    challenge: string,
  ): Promise<number> {
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: (said) => challenges.isOurs(said, challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credential.id, publicKey: Uint8Array.from(key.publicKey), counter: key.counter },
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw new AppError('ERR_PASSKEY_UNKNOWN', {}, { cause });
    });
    if (!verified) throw new AppError('ERR_PASSKEY_UNKNOWN');
    return authenticationInfo.newCounter;
  }

  return {
    async list(tx, owner) {
      const keys = await repo.listOf(tx, owner);
      return keys.map(({ id, name, createdAt, usedAt }) => ({
        id,
        name,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      }));
    },

    async link(tx, { companyId, userId }) {
      const { url } = ourParty();
      const token = `${companyId}.${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      const expiresAt = new Date(clock().getTime() + TIMEOUT_MS);
      const challenge = randomBytes(TOKEN_BYTES).toString('base64url');
      await repo.insertLink(tx, { companyId, userId, hash: hashOf(token), challenge, expiresAt });
      return { link: `${url}/passkey#${token}` };
    },

    openLink: ({ token, address }) =>
      links.guard({ account: networkOf(address) }, async () => {
        const { id } = ourParty();
        const { challenge, email, name, known, ...maker } = await makerOf(token);
        return {
          email,
          options: {
            rp: { id, name: NAME },
            user: { id: handleOf(maker), name: email, displayName: name },
            challenge,
            pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
            timeout: TIMEOUT_MS,
            excludeCredentials: known.map((key) => ({ type: 'public-key' as const, id: key })),
            authenticatorSelection: {
              residentKey: 'required' as const,
              userVerification: 'required' as const,
            },
            attestation: 'none' as const,
          },
        };
      }),

    store: ({ token, name, credential, address }) =>
      links.guard({ account: networkOf(address) }, async () => {
        const { companyId, userId, hash, challenge } = await makerOf(token);
        const { id, publicKey, counter } = await verifyMade(ourParty(), credential, challenge);
        await db.withCompany(companyId, async (tx) => {
          const at = clock();
          if (!(await repo.takeLink(tx, companyId, hash, at))) throw new AppError('ERR_PASSKEY_LINK_INVALID');
          const key = { credentialId: id, publicKey, counter, name, at };
          if (!(await repo.insert(tx, { companyId, userId }, key))) throw new AppError('ERR_PASSKEY_REFUSED');
          await note(tx, { companyId, userId }, 'create', { id, name });
        });
      }),

    async remove(tx, actor, id) {
      const name = await repo.remove(tx, actor, id);
      if (name === undefined) throw new AppError('ERR_NO_PASSKEY_FOUND');
      await note(tx, actor, 'delete', { id, name });
    },

    begin: (challenge) => ({
      challenge: challenges.make(challenge),
      rpId: ourParty().id,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    }),

    prove: ({ challenge, credential, address }) =>
      proofs.guard({ account: networkOf(address) }, async () => {
        const ours = ourParty();
        const person = personOfHandle(credential.response.userHandle);
        if (!person) throw new AppError('ERR_PASSKEY_UNKNOWN');
        const { companyId, userId } = person;
        await webAuthn();
        return db.withCompany(companyId, async (tx) => {
          const key = await repo.lockKey(tx, companyId, credential.id);
          if (key?.userId !== userId) throw new AppError('ERR_PASSKEY_UNKNOWN');
          const at = clock();
          const counter = await verifyProof(ours, credential, key, challenge);
          await repo.noteUse(tx, companyId, key.id, { counter, at });
          return { code: await giveCode(tx, person, { challenge, way: 'passkey', strong: true, at }) };
        });
      }),
  };
}

const withoutUndefined = ({ transports, ...response }: Made['response']) => ({
  ...response,
  ...(transports ? { transports } : {}),
});

function note(
  tx: Tx,
  owner: Owner,
  action: 'create' | 'delete',
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { companyId } = owner;
  return record(tx, { companyId, actor: owner, action, entity: 'passkey', entityId: id, entityName: name });
}
