import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyRequest } from 'fastify';

/**
 * Browsers name the page that asks; consoles and other programs are no web pages and send no Origin. Without this check
 * any page could use its reader's position in the network, and what their browser brings along by itself.
 *
 * @param publicUrl how others reach the server: its own pages
 * @throws AppError ERR_NO_PERMISSION
 */
export function assertOwnPage({ headers }: FastifyRequest, publicUrl: string | null): void {
  const own = publicUrl === null ? null : new URL(publicUrl).origin;
  if (headers.origin !== undefined && headers.origin !== own) throw new AppError('ERR_NO_PERMISSION');
}
