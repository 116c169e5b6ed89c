import { REFRESH_TOKEN_DAYS } from '@balcao/shared/features/auth/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertOwnPage } from '../../platform/http/origin.ts';

const NAME = 'balcao_refresh';
const LIFE_S = REFRESH_TOKEN_DAYS * 86_400;

/** The refresh token for browsers: no script reads it, no other site sends it, and only the calls of `/auth` bring it. */
export interface RefreshCookie {
  /** @throws AppError ERR_NO_PERMISSION when a page of others asks: the browser may bring the cookie all the same */
  read(request: FastifyRequest): string | undefined;
  /** @param token null: takes it away */
  set(exchange: { request: FastifyRequest; reply: FastifyReply }, token: string | null): void;
}

/** @param publicUrl how others reach the server: by TLS and under a path perhaps */
export function createRefreshCookie(publicUrl: string | null): RefreshCookie {
  const { protocol, pathname } = new URL(publicUrl ?? 'http://localhost');
  const fixed = `Path=${pathname.replace(/\/$/, '')}/auth; HttpOnly; SameSite=Strict`;
  return {
    read(request) {
      assertOwnPage(request, publicUrl);
      return new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{1,500})`).exec(request.headers.cookie ?? '')?.[1];
    },
    set({ request, reply }, token) {
      const isSecure = protocol === 'https:' || request.protocol === 'https';
      const life = token === null ? 0 : LIFE_S;
      reply.header(
        'set-cookie',
        `${NAME}=${token ?? ''}; Max-Age=${life}; ${fixed}${isSecure ? '; Secure' : ''}`,
      );
    },
  };
}
