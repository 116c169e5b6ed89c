import { readFileSync } from 'node:fs';
import { Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { UserFacingSocketConfig, WAVersion } from '@whiskeysockets/baileys';
import { Agent, buildConnector, Dispatcher1Wrapper } from 'undici';
import type { Config } from '../../config.ts';

/** The public host of files. Messages name other hosts too, but a sender could name any: only this one is asked. */
export const MEDIA_HOST = 'mmg.whatsapp.net';

/** A peer that goes silent must not hold a download for ever (hazard H5). */
const MEDIA_SILENCE_MS = 30_000;

/** The addresses of WhatsApp and how to reach its media. */
export interface Endpoint {
  socket: Pick<UserFacingSocketConfig, 'waWebSocketUrl' | 'agent' | 'fetchAgent' | 'version'>;
  /** Passed to the library's and our own `fetch`. */
  media: RequestInit;
  close(): Promise<void>;
}

/** The endpoint of WhatsApp itself, or of a server at `config.url` with the same protocol. */
export function createEndpoint(config: Config['whatsapp']): Endpoint {
  const ca = config.caFile ? readFileSync(config.caFile, 'utf8') : undefined;
  const dispatcher = config.url ? privateDispatcher(new URL(config.url), ca) : publicDispatcher();
  const agent = config.url?.startsWith('wss:') ? new HttpsAgent(ca ? { ca } : {}) : undefined;
  return {
    socket: {
      ...(config.url ? { waWebSocketUrl: config.url } : {}),
      ...(agent ? { agent, fetchAgent: agent } : {}),
      ...(config.version ? { version: config.version.split('.').map(Number) as WAVersion } : {}),
    },
    // Node 24's own fetch is undici 7 and speaks the older handler interface; remove the wrapper when Node has undici
    // 8.
    media: { dispatcher: new Dispatcher1Wrapper(dispatcher) } as unknown as RequestInit,
    close: () => dispatcher.destroy(),
  };
}

function publicDispatcher(): Agent {
  return new Agent({ headersTimeout: MEDIA_SILENCE_MS, bodyTimeout: MEDIA_SILENCE_MS });
}

/** Files carry paths, or names of WhatsApp's own hosts: all of them lie at the one address. */
function privateDispatcher(url: URL, ca: string | undefined): Agent {
  const connect = buildConnector(ca ? { ca } : {});
  return new Agent({
    headersTimeout: MEDIA_SILENCE_MS,
    bodyTimeout: MEDIA_SILENCE_MS,
    connect: (options, callback) =>
      connect(
        {
          ...options,
          hostname: url.hostname,
          host: url.host,
          port: url.port,
          // An address has no server name.
          ...(isIP(options.hostname) ? {} : { servername: options.hostname }),
        },
        callback,
      ),
  });
}
