import type { MessageType } from '../messages/row.ts';
import type { MediaView } from './row.ts';

export type TypedMedia = MediaView & { mediaType: MessageType };

/** What the projections of words with files ask of the cache. */
export interface FilesView {
  /** A file that this console has uploaded or will upload. */
  media(id: string): TypedMedia | undefined;
}

export const withoutType = ({ mediaType: _type, ...media }: TypedMedia): MediaView => media;
