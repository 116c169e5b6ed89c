import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A request exactly as given: no address is normalised, no header added but the ones Node must. */
export function rawRequest(
  port: number,
  options: { path: string; method?: string; headers?: Record<string, string> },
): Promise<RawAnswer> {
  const { path, method = 'GET', headers = {} } = options;
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      async (response) => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: await buffer(response),
        });
      },
    );
    call.on('error', reject);
    call.end();
  });
}
