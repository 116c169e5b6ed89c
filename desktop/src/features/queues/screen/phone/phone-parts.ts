import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { type ComponentType, createContext, use } from 'react';

/** What draws a conversation elsewhere. Features do not import each other, so the app passes it in. */
export interface PhoneParts {
  /** A text as WhatsApp shows it. */
  RichText: ComponentType<{ text: string }>;
  /** A sound, a film or a document in its bubble. */
  MessageMedia: ComponentType<{
    message: Pick<MessageItem, 'id' | 'mediaType' | 'mediaUrl' | 'thumbnailUrl'>;
    media: MediaView;
  }>;
  /** What the timeline says of a ticket. */
  EventRow: ComponentType<{ message: Pick<MessageItem, 'body' | 'createdAt'> }>;
}

export const PhonePartsContext = createContext<PhoneParts | null>(null);

export function usePhoneParts(): PhoneParts {
  const parts = use(PhonePartsContext);
  if (!parts) throw new Error('a phone stands outside PhonePartsContext');
  return parts;
}
