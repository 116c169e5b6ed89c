import { AppError } from '@balcao/shared/errors.ts';
import { chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import type { FastifyInstance } from 'fastify';

/** Where visitors' websockets come to. Who they are is said by their first frame, and which page may come by its origin. */
export function visitorLines(scope: FastifyInstance): void {
  scope.route<{ Params: { chatKey: string } }>({
    method: 'GET',
    url: chatPaths(':chatKey').line,
    config: { access: 'firstFrame' },
    handler: () => {
      throw new AppError('ERR_NOT_FOUND');
    },
    wsHandler: (socket, { params, headers, ip }) =>
      scope.visitors.accept(socket, {
        key: params.chatKey,
        origin: headers.origin,
        address: ip,
        browser: headers['user-agent'] ?? '',
      }),
  });
}
