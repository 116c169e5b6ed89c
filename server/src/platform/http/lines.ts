import { PassThrough } from 'node:stream';
import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyReply } from 'fastify';

/** The answer of a contract with `lines`, while it is made. */
interface Lines<Line> {
  /** The caller has hung up, or has all of it. */
  signal: AbortSignal;
  write(line: Line): void;
  /**
   * Ends with the last line, or with a line of the error that it was refused by. What is refused before the first line is
   * answered like any other call.
   */
  answer(last: Promise<Line>): Promise<FastifyReply>;
}

export function openLines<Line>(reply: FastifyReply): Lines<Line> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const stream = new PassThrough();
  const begun = Promise.withResolvers<void>();
  const write = (line: Line | { error: string }) => {
    if (!stream.destroyed) stream.write(`${JSON.stringify(line)}\n`);
    begun.resolve();
  };
  return {
    signal: gone.signal,
    write,
    async answer(last) {
      await Promise.race([begun.promise, last]);
      void reply.type('application/x-ndjson').send(stream);
      // Until its end it is one of the calls that a caller may have under way.
      await last.then(write, (error: unknown) => {
        const isRefusal = error instanceof AppError;
        if (!isRefusal) reply.log.error({ err: error }, 'an answer in lines broke off');
        write({ error: isRefusal ? error.code : 'ERR_INTERNAL' });
      });
      stream.end();
      return reply;
    },
  };
}
