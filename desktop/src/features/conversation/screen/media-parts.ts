import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { type ComponentType, createContext, use } from 'react';

/** The components that show the files of messages. Features do not import each other, so the app passes them in. */
export interface MediaParts {
  /** The file of one message, in its bubble. */
  MessageMedia: ComponentType<{ message: MessageItem; media: MediaView }>;
  /** The pictures of these messages, one at a time over the whole page. */
  Gallery: ComponentType<{ rows: readonly { message: MessageItem }[] }>;
}

/** A context, because bubbles lie deep in the conversation and are drawn by the dozen. */
export const MediaPartsContext = createContext<MediaParts | null>(null);

export function useMediaParts(): MediaParts {
  const parts = use(MediaPartsContext);
  if (!parts) throw new Error('a conversation stands outside MediaPartsContext');
  return parts;
}
