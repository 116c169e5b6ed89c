import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { contentOf } from '../../core/media/content.ts';
import { fileResponse, passingHeaders } from '../../core/media/file-response.ts';
import type { MediaFile } from '../../core/media/file-store.ts';
import { isPassing, type PassingFile } from '../../core/media/passing.ts';
import { openScreenFiles } from '../screen-files.ts';
import type { ElectronApi } from './api.ts';
import { MEDIA_SCHEME, ORIGIN, SCHEME } from './locations.ts';

/** Headers of every answer: no type sniffing and no referrer. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/** Our own schemes are as good as https: an origin, a content policy, no access to local files. */
export function registerSchemes(
  protocol: Pick<ElectronApi['protocol'], 'registerSchemesAsPrivileged'>,
): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges },
    { scheme: MEDIA_SCHEME, privileges: { ...privileges, stream: true } },
  ]);
}

/** Serves the built screen and, apart from it, the files of conversations, which strangers have sent. */
export async function serveSchemes(
  protocol: Pick<ElectronApi['protocol'], 'handle'>,
  sources: { rendererDir: string; openMedia(mediaId: string): Promise<MediaFile | PassingFile | null> },
): Promise<void> {
  const screen = await openScreenFiles(sources.rendererDir, `${MEDIA_SCHEME}:`);

  protocol.handle(SCHEME, async (request) => {
    const path = ownPath(request.url);
    const found = path === null ? null : await screen.find(path);
    if (!found) return new Response(null, { status: 404, headers: ALWAYS });
    const headers = { ...ALWAYS, ...found.headers };
    return new Response(found.kind === 'page' ? found.html : asBody(createReadStream(found.path)), {
      headers,
    });
  });

  protocol.handle(MEDIA_SCHEME, async (request) => {
    const mediaId = decodeURIComponent(new URL(request.url).pathname.slice(1));
    const file = await sources.openMedia(mediaId);
    if (!file) return new Response(null, { status: 404, headers: ALWAYS });
    if (isPassing(file))
      return new Response(asBody(Readable.from(file.pieces)), {
        headers: { ...ALWAYS, ...passingHeaders(file) },
      });
    const { status, headers, range } = fileResponse(file, request.headers.get('range') ?? undefined);
    return new Response(range && asBody(contentOf(file, range)), {
      status,
      headers: { ...ALWAYS, ...headers },
    });
  });
}

/** The decoded path of an address of the screen; null for another host or broken encoding. */
function ownPath(address: string): string | null {
  const url = new URL(address);
  if (`${url.protocol}//${url.host}` !== ORIGIN) return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
}

const asBody = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
