import type { HubChannel } from '@balcao/shared/features/connections/credentials.ts';
import { ChannelError, type OutgoingFile } from '../channel.ts';

type Kind = Exclude<OutgoingFile['kind'], 'sticker'>;

interface Limit {
  megabytes: number;
  /** The types that are taken as this; absent: all. */
  types?: readonly string[];
}

const META_IMAGES = ['image/png', 'image/jpeg', 'image/gif'];

/** What the messengers behind the hub take of files, as their owners say. */
const LIMITS: Record<HubChannel, Record<Kind, Limit>> = {
  facebook: {
    image: { megabytes: 8, types: META_IMAGES },
    video: { megabytes: 25 },
    audio: { megabytes: 25 },
    document: { megabytes: 25 },
  },
  instagram: {
    image: { megabytes: 8, types: META_IMAGES },
    video: {
      megabytes: 25,
      types: ['video/mp4', 'video/ogg', 'video/x-msvideo', 'video/quicktime', 'video/webm'],
    },
    audio: { megabytes: 25, types: ['audio/aac', 'audio/mp4', 'audio/x-m4a', 'audio/wav', 'audio/x-wav'] },
    document: { megabytes: 25, types: ['application/pdf'] },
  },
  // It fetches the file itself, from the address that the hub passes on.
  telegram: {
    image: { megabytes: 5 },
    video: { megabytes: 20 },
    audio: { megabytes: 20 },
    document: { megabytes: 20 },
  },
};

/**
 * What a file is sent as: itself, or a document where the messenger does not show it.
 *
 * @throws ChannelError `file_not_taken` for a type, `too_large` for a size that the messenger takes from nobody
 */
export function fittingKind({ kind, mime, size }: OutgoingFile, channel: HubChannel): Kind {
  const type = mime.split(';')[0]?.trim() ?? '';
  const limits = LIMITS[channel];
  const wanted = kind === 'sticker' ? 'image' : kind;
  const isTaken = (as: Kind) => limits[as].types?.includes(type) ?? true;
  const fitting = [wanted, 'document' as const].find(isTaken);
  if (!fitting) throw new ChannelError('file_not_taken', `${type} on ${channel}`);
  if ((size ?? 0) > limits[fitting].megabytes * 1024 * 1024)
    throw new ChannelError('too_large', `${size} bytes`);
  return fitting;
}
