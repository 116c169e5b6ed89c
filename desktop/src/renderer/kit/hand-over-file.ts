import { FILE_PIECE_BYTES, type OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import type { BridgeClient } from '../../bridge/client.ts';
import { toBase64 } from './to-base64.ts';

/** A large file in pieces, so that neither the screen nor the core blocks while it crosses the bridge. */
export async function handOverFile(
  bridge: BridgeClient,
  name: string,
  file: File,
): Promise<OutgoingFileItem> {
  if (file.size <= FILE_PIECE_BYTES) return bridge.invoke('media.add', { name, bytes: await toBase64(file) });
  const { mediaId } = await bridge.invoke('media.begin', { name, size: file.size });
  for (let at = 0; at < file.size; at += FILE_PIECE_BYTES) {
    const bytes = await toBase64(file.slice(at, at + FILE_PIECE_BYTES));
    await bridge.invoke('media.append', { mediaId, bytes });
  }
  return bridge.invoke('media.finish', { mediaId });
}
