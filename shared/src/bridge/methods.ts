import type { z } from 'zod';
import { type Merged, merged } from '../features.ts';
import { ENGINE_METHODS } from './engine.ts';
import { OUTBOX_METHODS } from './outbox.ts';
import { ROW_METHODS } from './rows.ts';

type Methods = Merged<'bridge'> & typeof ENGINE_METHODS & typeof OUTBOX_METHODS & typeof ROW_METHODS;

/**
 * The calls that the screen may make to the console's core. Every call is validated on arrival; the answer is
 * `{ok: true, value}` or `{ok: false, error}`. Three transports carry it: Electron's IPC, a websocket, memory.
 */
export const METHODS: Methods = { ...merged('bridge'), ...ENGINE_METHODS, ...OUTBOX_METHODS, ...ROW_METHODS };

export type MethodName = keyof Methods;
/** The input of a caller; defaults may be left out. */
export type MethodInput<M extends MethodName> = z.input<Methods[M]['input']>;
export type MethodArgs<M extends MethodName> = z.output<Methods[M]['input']>;
export type MethodOutput<M extends MethodName> = z.output<Methods[M]['output']>;
