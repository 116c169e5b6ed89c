import { isPreviewed } from '@balcao/shared/features/media/media-kind.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconDownload, IconFileText } from '@tabler/icons-react';
import { AudioPlayer } from '../../../renderer/components/audio/audio-player.tsx';
import { Loadable } from '../../../renderer/components/loadable.tsx';
import { type Box, mediaBox } from '../../../renderer/components/message/media-box.ts';
import { MissingFile, UnloadedFile } from '../../../renderer/components/missing-file.tsx';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './message-media.module.css';
import { useOpenedPicture } from './opened-picture.ts';

/** Where the bubble is narrower than the box, the picture shrinks as a whole. */
const shapeOf = ({ width, height }: Box) => ({ width, aspectRatio: width / height });
const pictureIn = (box: Box) => ({ className: classes.picture, style: shapeOf(box) });

interface Props {
  message: Pick<MessageItem, 'id' | 'mediaType' | 'mediaUrl' | 'thumbnailUrl'>;
  media: MediaView;
}

/** The file of a message. Every kind has its final size from the start. */
export function MessageMedia({ message, media }: Props) {
  const { mediaType, mediaUrl, thumbnailUrl } = message;
  const visual = mediaType === 'image' || mediaType === 'video' || mediaType === 'sticker';
  const box = mediaBox(media, mediaType);
  if (!mediaUrl || media.state === 'failed' || media.state === 'gone')
    return <MissingMedia media={media} box={visual ? box : null} />;
  switch (mediaType) {
    case 'sticker':
      return <Sticker url={mediaUrl} box={box} />;
    case 'image':
      return <MessageImage messageId={message.id} url={thumbnailUrl ?? mediaUrl} box={box} />;
    case 'video':
      return <Film url={mediaUrl} name={media.name} box={box} />;
    case 'audio':
      return <AudioPlayer url={mediaUrl} media={media} />;
    default:
      return <MessageFile url={mediaUrl} previewUrl={thumbnailUrl} media={media} />;
  }
}

function MissingMedia({ media: { id, state }, box }: { media: MediaView; box: Box | null }) {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const text = {
    pending: 'mediaPending',
    stored: 'mediaPending',
    failed: 'mediaFailed',
    gone: 'mediaGone',
  } as const;
  return (
    <MissingFile
      text={t(`tickets:${text[state]}`)}
      isWaiting={state === 'pending' || state === 'stored'}
      place={box ? pictureIn(box) : undefined}
      onRetry={
        state === 'failed' ? () => bridge.invoke('media.retry', { mediaId: id }).catch(toastError) : undefined
      }
    />
  );
}

/** Shows a thumbnail in the bubble, and the whole picture when it is opened. */
function MessageImage({ messageId, url, box }: { messageId: string; url: string; box: Box }) {
  const { t } = useTexts();
  const open = useOpenedPicture((picture) => picture.open);
  return (
    <Loadable
      key={url}
      instead={(retry, isLive) => <UnloadedFile isLive={isLive} onRetry={retry} place={pictureIn(box)} />}
    >
      {(onFailed) => (
        <button
          type="button"
          className={`${classes.imageButton} ${classes.picture}`}
          style={shapeOf(box)}
          aria-label={t('tickets:openImage')}
          onClick={() => open(messageId)}
        >
          <img
            className={classes.visual}
            src={url}
            alt={t('tickets:photo')}
            width={box.width}
            height={box.height}
            decoding="async"
            onError={onFailed}
          />
        </button>
      )}
    </Loadable>
  );
}

/** A film that cannot be played here may be playable elsewhere. */
function Film({ url, name, box }: { url: string; name: string; box: Box }) {
  const { t } = useTexts();
  return (
    <Loadable
      key={url}
      instead={(retry, isLive) => (
        <UnloadedFile isLive={isLive} onRetry={retry} place={pictureIn(box)}>
          {isLive ? (
            <Anchor size="xs" c="inherit" underline="always" href={url} download={name || true}>
              {t('tickets:download')}
            </Anchor>
          ) : null}
        </UnloadedFile>
      )}
    >
      {(onFailed) => (
        // biome-ignore lint/a11y/useMediaCaption: a customer's video has no captions
        <video
          className={`${classes.visual} ${classes.picture}`}
          src={url}
          style={shapeOf(box)}
          controls
          preload="metadata"
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}

function Sticker({ url, box }: { url: string; box: Box }) {
  const { t } = useTexts();
  return (
    <Loadable
      key={url}
      instead={(retry, isLive) => (
        <UnloadedFile isLive={isLive} onRetry={retry} place={{ style: shapeOf(box) }} />
      )}
    >
      {(onFailed) => (
        <img
          className={classes.sticker}
          src={url}
          alt={t('tickets:kinds.sticker')}
          width={box.width}
          height={box.height}
          style={shapeOf(box)}
          decoding="async"
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}

interface FileProps {
  url: string;
  previewUrl: string | null;
  media: MediaView;
}

function MessageFile({ url, previewUrl, media }: FileProps) {
  const { t } = useTexts();
  const fileSize = useFileSize();
  const name = media.name || t('tickets:document');
  return (
    <a className={classes.file} href={url} download={name}>
      {previewUrl && isPreviewed(media.mime) ? <Preview key={previewUrl} url={previewUrl} /> : null}
      <span className={classes.fileIcon}>
        <IconFileText size={22} stroke={1.5} aria-hidden />
      </span>
      <span className={classes.fileFacts}>
        <span className={classes.fileName}>{name}</span>
        <span className={classes.fileSize}>{media.size === null ? null : fileSize(media.size)}</span>
      </span>
      <VisuallyHidden>{t('tickets:download')}</VisuallyHidden>
      <IconDownload size={18} stroke={1.6} aria-hidden />
    </a>
  );
}

/** What a picture that browsers do not show looks like; its place stays empty when nobody can tell. */
function Preview({ url }: { url: string }) {
  const { t } = useTexts();
  return (
    <Loadable instead={() => <span className={classes.preview} />}>
      {(onFailed) => (
        <img
          className={classes.preview}
          src={url}
          alt={t('tickets:photo')}
          decoding="async"
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}
