import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createRefreshCookie } from './refresh-cookie.ts';

test.each([
  ['https://desk.example.com', 'http', '/auth', true],
  ['https://example.com/desk/', 'http', '/desk/auth', true],
  ['http://desk.example.com', 'http', '/auth', false],
  [null, 'https', '/auth', true],
])('reached as %s by %s, it stays below %s; secure: %s', (publicUrl, protocol, path, secure) => {
  const headers = new Map<string, string>();
  const reply = { header: (name: string, value: string) => headers.set(name, value) };
  const exchange = { request: { protocol }, reply } as unknown as {
    request: FastifyRequest;
    reply: FastifyReply;
  };
  createRefreshCookie(publicUrl).set(exchange, 'abc');
  const end = secure ? '; Secure' : '';
  expect(headers.get('set-cookie')).toBe(
    `balcao_refresh=abc; Max-Age=604800; Path=${path}; HttpOnly; SameSite=Strict${end}`,
  );
});
