import type { FastifyInstance } from 'fastify';

/**
 * Does what has become due, when the application begins to listen and every so often for as long as it lives; one look
 * at a time. What is due stands in the database, so a look that fails is only logged: the next one finds it.
 */
export function repeatedly(app: FastifyInstance, name: string, ms: number, work: () => Promise<void>): void {
  let looking: Promise<void> | null = null;
  const look = () => {
    looking ??= work()
      .catch((error: unknown) => app.log.warn({ err: error }, name))
      .finally(() => {
        looking = null;
      });
  };
  const timer = setInterval(look, ms);
  timer.unref();
  app.addHook('onListen', async () => look());
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await looking;
  });
}
