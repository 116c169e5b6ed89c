/**
 * The script API over HTTP: `POST /_control/<command>` with a JSON body. Only for programs of this
 * machine: web pages of other origins, and names that were rebound to loopback, are turned away.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { SandboxWhatsApp } from '../sandbox.ts';
import { type CommandName, inputs, type SandboxCommands } from './api.ts';
import { createCommands } from './commands.ts';

const LARGEST_BODY = 96 * 1024 * 1024;

/** Whether a request comes from a program of this machine, or from a page that the sandbox itself served. */
export function isLocal(req: IncomingMessage): boolean {
  const { host = '', origin } = req.headers;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return false;
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? null));
}

/** A request handler that answers `false` when the request is not for it. */
export function createControl(
  world: SandboxWhatsApp,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const commands = createCommands(world);
  return (req, res) => {
    const name = /^\/_control\/(\w+)$/.exec(req.url ?? '')?.[1];
    if (!name || req.method !== 'POST') return false;
    if (!isLocal(req)) sendJson(res, 403, { error: 'only for programs of this machine' });
    else if (!Object.hasOwn(inputs, name)) sendJson(res, 404, { error: `unknown command: ${name}` });
    else void answer(commands, name as CommandName, req, res);
    return true;
  };
}

async function answer(
  commands: SandboxCommands,
  name: CommandName,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  try {
    const run = commands[name] as (input: unknown) => Promise<unknown>;
    sendJson(res, 200, await run(await readJson(req)));
  } catch (err) {
    const error = err instanceof z.ZodError ? z.prettifyError(err) : (err as Error).message;
    sendJson(res, 400, { error });
  }
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  // a page of another origin cannot send this type without asking first
  if (!req.headers['content-type']?.startsWith('application/json')) throw new Error('the body must be JSON');
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_BODY) throw new Error('the body is too large');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString() || '{}');
}
