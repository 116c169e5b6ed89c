import type { ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import type { OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { Mentioned } from '@balcao/shared/features/messages/row.ts';
import { type ComponentType, createContext, use } from 'react';

type Pictured = Pick<ChatMessageItem, 'id' | 'mediaType' | 'mediaUrl' | 'thumbnailUrl'>;

/** What draws texts and files elsewhere. Features do not import each other, so the app passes it in. */
export interface ChatParts {
  /** A text with its marks and links, and whom it names. */
  RichText: ComponentType<{
    text: string;
    names?: { messageId: string; mentions: readonly Mentioned[] };
  }>;
  /** The file of one message, in its bubble. */
  MessageMedia: ComponentType<{ message: Pictured; media: MediaView }>;
  /** Records a voice note, which goes among the files. */
  RecorderBar: ComponentType<{
    keeper: {
      current(): { files: OutgoingFileItem[] };
      change(patch: { files: OutgoingFileItem[] }): void;
      receive(work: Promise<unknown>): Promise<void>;
    };
    onRunning(on: boolean): void;
    onSend(): void;
    onEnd(): void;
  }>;
  /** The pictures of these messages, one at a time over the whole page. */
  Gallery: ComponentType<{
    rows: readonly { message: Pictured & { media: MediaView | null; body: string } }[];
  }>;
}

export const ChatPartsContext = createContext<ChatParts | null>(null);

export function useChatParts(): ChatParts {
  const parts = use(ChatPartsContext);
  if (!parts) throw new Error('a chat stands outside ChatPartsContext');
  return parts;
}
