/** @jsxImportSource preact */
import type { ChatMessage } from '@balcao/shared/features/web-chat/protocol.ts';
import { fill } from '../words.ts';
import { useChat } from './context.ts';
import { Icon } from './icons.tsx';

type File = NonNullable<ChatMessage['file']>;

/** What the page's policy does not show can be opened all the same. */
export function AttachedFile({ kind, file }: { kind: ChatMessage['kind']; file: File }) {
  const { chat, words } = useChat();
  if (file.url === null)
    return (
      <p class="file quiet">
        <Icon name="file" />
        {words.fileGone}
      </p>
    );
  const url = chat.addressOf(file.url);
  if (kind === 'image' || kind === 'sticker')
    return (
      <a class={kind} href={url} target="_blank" rel="noopener noreferrer">
        <img
          src={url}
          alt={kind === 'sticker' ? words.sticker : fill(words.picture, file)}
          width={file.width ?? undefined}
          height={file.height ?? undefined}
          loading="lazy"
        />
      </a>
    );
  if (kind === 'audio') {
    const label = file.voice ? words.voice : fill(words.sound, file);
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a person says
    return <audio class="sound" controls preload="none" src={url} aria-label={label} />;
  }
  if (kind === 'video')
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a person says
    return <video class="film" controls preload="metadata" src={url} aria-label={fill(words.film, file)} />;
  return (
    <a class="file" href={url} target="_blank" rel="noopener noreferrer" download={file.name}>
      <Icon name="file" />
      <span>{fill(words.download, file)}</span>
    </a>
  );
}
