/**
 * Everything a Baileys client needs to live in the sandbox, as ordinary socket configuration.
 * Media URLs are always https; history and app-state blobs carry only a path and always go to the public media host,
 * so the fetch dispatcher sends every host name to the loopback listener (which also guarantees that no test reaches the internet).
 */
import { Agent as HttpsAgent } from 'node:https';
import { buildConnector, type Dispatcher, Dispatcher1Wrapper, Agent as UndiciAgent } from 'undici';

export interface SandboxEndpoint {
  url: string;
  ca: string;
}

/** Sends every request to the sandbox, whatever host it names. */
export function mediaDispatcher(
  endpoint: SandboxEndpoint,
  timeouts: { headersTimeout?: number; bodyTimeout?: number } = {},
): Dispatcher {
  const { hostname, port } = new URL(endpoint.url);
  const connect = buildConnector({ ca: endpoint.ca });
  const agent = new UndiciAgent({
    ...timeouts,
    connect: (opts, cb) => {
      const servername = /^[\d.]+$/.test(opts.hostname) ? '' : opts.hostname;
      connect({ ...opts, hostname, host: `${hostname}:${port}`, port, servername }, cb);
    },
  });
  // Baileys calls Node 24's own fetch, which is undici 7 and speaks the older handler interface;
  // to be removed when Node's own undici is 8
  return new Dispatcher1Wrapper(agent);
}

/** The socket options that point a Baileys client to the sandbox. */
export function sandboxSocketConfig(endpoint: SandboxEndpoint) {
  const secure = endpoint.url.startsWith('wss:');
  const agent = new HttpsAgent({ ca: endpoint.ca });
  return {
    waWebSocketUrl: endpoint.url,
    agent: secure ? agent : undefined,
    fetchAgent: secure ? agent : undefined,
    options: { dispatcher: mediaDispatcher(endpoint) } as never,
  };
}
