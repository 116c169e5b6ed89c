import {
  METHODS,
  type MethodArgs,
  type MethodName,
  type MethodOutput,
} from '@balcao/shared/bridge/methods.ts';
import type { Answer, BridgeError } from '@balcao/shared/bridge/wire.ts';
import { AppError } from '@balcao/shared/errors.ts';

/** The caller: one page, in whichever window or tab. */
export interface Screen {
  /** Aborted when its page was closed or reloaded, or the line to it broke. */
  readonly gone: AbortSignal;
}

/** One handler per entry of METHODS: a missing one does not compile. */
export type Handlers = {
  [M in MethodName]: (input: MethodArgs<M>, screen?: Screen) => MethodOutput<M> | Promise<MethodOutput<M>>;
};

export type Dispatch = (name: string, input: unknown, screen: Screen) => Promise<Answer>;

/**
 * Answers calls of the screen, which is never trusted: every input is validated, and every failure comes back as a
 * code. `onUnexpected` receives errors without a code; their text stays in the log.
 */
export function createDispatcher(
  handlers: Handlers,
  onUnexpected: (error: unknown, name: MethodName) => void,
): Dispatch {
  return async function dispatch(name, input, screen) {
    if (!isMethodName(name)) return failure({ code: 'ERR_NOT_FOUND', params: {} });
    const parsed = METHODS[name].input.safeParse(input);
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') ?? '';
      return failure({ code: 'ERR_VALIDATION', params: { field } });
    }
    // The schema of this very name has just produced the value; TypeScript cannot follow the pair through the union.
    const handler = handlers[name] as (input: unknown, screen: Screen) => unknown;
    try {
      return { ok: true, value: (await handler(parsed.data, screen)) ?? null };
    } catch (error) {
      if (error instanceof AppError) return failure(toBridgeError(error));
      onUnexpected(error, name);
      return failure({ code: 'ERR_INTERNAL', params: {} });
    }
  };
}

const isMethodName = (name: string): name is MethodName => Object.hasOwn(METHODS, name);

const failure = (error: BridgeError): Answer => ({ ok: false, error });

function toBridgeError(error: AppError & { requestId?: unknown; text?: unknown }): BridgeError {
  const { code, params, requestId, text } = error;
  return {
    code,
    params,
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(typeof text === 'string' ? { text } : {}),
  };
}
