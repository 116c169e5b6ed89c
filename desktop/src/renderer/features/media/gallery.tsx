import type { ConversationRow } from '../conversation/log/conversation-rows.ts';
import { useConversationView } from '../conversation/view.ts';
import { Lightbox } from './lightbox.tsx';

/** The pictures of a conversation, one at a time. */
export function Gallery({ rows }: { rows: readonly ConversationRow[] }) {
  const { pictureId, setPicture } = useConversationView();
  if (pictureId === null) return null;
  const pictures = rows.flatMap(({ message: { id, mediaType, mediaUrl, media, body } }) =>
    mediaType === 'image' && mediaUrl
      ? [{ id, url: mediaUrl, name: media?.name ?? '', caption: body === media?.name ? '' : body }]
      : [],
  );
  const index = pictures.findIndex(({ id }) => id === pictureId);
  const picture = pictures[index];
  if (!picture) return null;
  const go = (step: number) => {
    const next = pictures[index + step];
    if (next) setPicture(next.id);
  };
  return (
    <Lightbox
      key={picture.id}
      picture={picture}
      position={index + 1}
      total={pictures.length}
      onStep={go}
      onClose={() => setPicture(null)}
    />
  );
}
