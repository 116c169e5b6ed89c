import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

export type Log = Logger;

/** Secrets that could stand in a logged object. What customers write and their numbers are never logged at all. */
const SECRETS = [
  'password',
  'token',
  'refreshToken',
  'authorization',
  'cookie',
  'qrcode',
  'databaseUrl',
  'secretAccessKey',
];

/** JSON lines on stderr: stdout belongs to whoever starts the program and reads its address. */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  output: DestinationStream = destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level: config.logLevel,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
      serializers: {
        err: describeError,
        req: describeRequest,
        res: (reply) => ({ status: reply.statusCode }),
      },
    },
    output,
  );
}

interface LoggedRequest {
  method: string;
  routeOptions?: { url?: string | undefined };
  ip?: string;
}

/** The route and not the address: queries carry names and numbers of customers. */
function describeRequest(request: LoggedRequest) {
  return { method: request.method, route: request.routeOptions?.url ?? null, ip: request.ip };
}

/** Names only fields that cannot hold a row's contents: PostgreSQL repeats values in `detail` and `parameters`. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint_name, table_name } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    code,
    constraint: constraint_name,
    table: table_name,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
