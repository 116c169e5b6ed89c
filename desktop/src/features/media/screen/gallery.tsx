import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { useEffect } from 'react';
import { Lightbox } from './lightbox.tsx';
import { useOpenedPicture } from './opened-picture.ts';

type Pictured = Pick<MessageItem, 'id' | 'mediaType' | 'mediaUrl' | 'media' | 'body'>;

/** The pictures of a conversation, one at a time. */
export function Gallery({ rows }: { rows: readonly { message: Pictured }[] }) {
  const { messageId, open, close } = useOpenedPicture();
  // A picture open in one conversation does not stay open in the next.
  useEffect(() => close, [close]);
  if (messageId === null) return null;
  const pictures = rows.flatMap(({ message: { id, mediaType, mediaUrl, media, body } }) =>
    mediaType === 'image' && mediaUrl
      ? [{ id, url: mediaUrl, name: media?.name ?? '', caption: body === media?.name ? '' : body }]
      : [],
  );
  const index = pictures.findIndex(({ id }) => id === messageId);
  const picture = pictures[index];
  if (!picture) return null;
  const go = (step: number) => {
    const next = pictures[index + step];
    if (next) open(next.id);
  };
  return (
    <Lightbox
      key={picture.id}
      picture={picture}
      position={index + 1}
      total={pictures.length}
      onStep={go}
      onClose={close}
    />
  );
}
