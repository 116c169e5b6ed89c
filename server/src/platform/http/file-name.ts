import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyRequest } from 'fastify';

const NAME_CHARS = 200;

/** What a file is called, for people: no path, no control characters. */
export function cleanFileName(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, NAME_CHARS);
}

/** Said by `x-file-name`, percent-encoded. @throws AppError ERR_VALIDATION */
export function namedFile(request: FastifyRequest): string {
  const header = request.headers['x-file-name'];
  if (typeof header !== 'string') return '';
  try {
    return cleanFileName(decodeURIComponent(header));
  } catch {
    throw new AppError('ERR_VALIDATION');
  }
}
