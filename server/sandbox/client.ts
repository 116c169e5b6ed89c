/** The script API for programs in another process: one method per command. */
import { Agent, fetch } from 'undici';
import { type CommandName, inputs, type SandboxCommands } from './script/api.ts';

/**
 * `controlUrl` is the `control` that the sandbox printed. `ca` is needed for an https address only.
 * Each method rejects with the sandbox's own words when it refuses.
 */
export function createSandboxClient(controlUrl: string, ca?: string): SandboxCommands {
  // Each command opens a connection: a kept one may close while the caller is busy or its clock is stopped.
  const dispatcher = new Agent({ pipelining: 0, ...(ca ? { connect: { ca } } : {}) });
  const call = async (name: CommandName, input: unknown = {}): Promise<unknown> => {
    const response = await fetch(`${controlUrl}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      dispatcher,
    });
    const body = await response.json();
    if (!response.ok) throw new Error(`sandbox ${name}: ${(body as { error: string }).error}`);
    return body;
  };
  const names = Object.keys(inputs) as CommandName[];
  return Object.fromEntries(
    names.map((name) => [name, (input: unknown) => call(name, input)]),
  ) as SandboxCommands;
}
