import { createHash, createHmac, randomBytes } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import { ACCESS_TOKEN_SECONDS } from '@balcao/shared/features/auth/limits.ts';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';

const ISSUER = 'balcao';
const AUDIENCE = 'balcao-api';
/** RFC 9068: an access token is told apart from every other token that the key might sign. */
const TYPE = 'at+jwt';

const claims = z.object({
  sub: z.string().regex(/^\d+$/).transform(Number),
  companyId: z.int().positive(),
  sid: z.guid(),
  exp: z.int(),
});

/** As many people as one process serves; then it begins again. */
const MAX_VERIFIED_TOKENS = 5_000;

export interface AccessClaims {
  userId: number;
  companyId: number;
  sessionId: string;
}

/** Access tokens are signed and short; refresh tokens are random, long and known to the database by their hash. */
export interface TokenIssuer {
  signAccess(claims: AccessClaims): Promise<string>;
  /** Throws ERR_TOKEN_EXPIRED for a genuine token that is too old, ERR_SESSION_EXPIRED for everything else. */
  verifyAccess(token: string): Promise<AccessClaims & { expiresAt: Date }>;
  newRefresh(): string;
  /** Always the same token for the same parent, so that a repeated refresh has the answer that got lost. */
  successorOf(refresh: string): string;
  hashOf(secret: string): Buffer;
}

export function createTokenIssuer(secrets: Secrets, clock: () => Date): TokenIssuer {
  const accessKey = secrets.derive('access-token');
  const refreshKey = secrets.derive('refresh-token');
  // A signature that is genuine stays so, and proving it again would send every request to another thread and back.
  const genuine = new Map<string, AccessClaims & { expiresAt: Date }>();
  return {
    signAccess({ userId, companyId, sessionId }) {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT({ companyId, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(String(userId))
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
        .sign(accessKey);
    },

    async verifyAccess(token) {
      const known = genuine.get(token);
      if (known && known.expiresAt > clock()) return known;
      genuine.delete(token);
      const payload = await verified(token, accessKey, clock());
      const parsed = claims.safeParse(payload);
      if (!parsed.success) throw new AppError('ERR_SESSION_EXPIRED');
      const { sub, companyId, sid, exp } = parsed.data;
      const access = { userId: sub, companyId, sessionId: sid, expiresAt: new Date(exp * 1000) };
      if (genuine.size >= MAX_VERIFIED_TOKENS) genuine.clear();
      genuine.set(token, access);
      return access;
    },

    newRefresh: () => randomBytes(32).toString('base64url'),
    successorOf: (refresh) => createHmac('sha256', refreshKey).update(refresh).digest('base64url'),
    hashOf: (secret) => createHash('sha256').update(secret).digest(),
  };
}

async function verified(token: string, key: Uint8Array, currentDate: Date): Promise<unknown> {
  try {
    const options = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, typ: TYPE, currentDate };
    return (await jwtVerify(token, key, options)).payload;
  } catch (error) {
    // Thrown only after the signature proved genuine.
    if (error instanceof errors.JWTExpired) throw new AppError('ERR_TOKEN_EXPIRED');
    throw new AppError('ERR_SESSION_EXPIRED', {}, { cause: error });
  }
}
