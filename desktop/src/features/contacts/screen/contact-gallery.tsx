import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import { MEDIA_KINDS } from '@balcao/shared/features/contacts/calls.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { SegmentedControl } from '@mantine/core';
import { IconFile, IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { Loadable } from '../../../renderer/components/loadable.tsx';
import { UnloadedFile } from '../../../renderer/components/missing-file.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';
import { GalleryLightbox } from './gallery-lightbox.tsx';
import { MoreButton } from './more-button.tsx';
import { useContactMedia } from './use-contact-media.ts';

type GalleryFile = MethodOutput<'contacts.media'>['items'][number];
type Kind = (typeof MEDIA_KINDS)[number];

/** Pictures, recordings and documents of the conversations that one sees, on all of the person's channels. */
export function ContactGallery({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const [kind, setKind] = useState<Kind>('visual');
  const [shown, setShown] = useState<number | null>(null);
  const pages = useContactMedia(contact, kind);
  const isElsewhere = ({ contactId }: GalleryFile) => contactId !== contact.id;
  const stored = pages.files.filter(({ media }) => media.state === 'stored');
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{t('contacts:media')}</h3>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('contacts:media')}
        data={MEDIA_KINDS.map((value) => ({ value, label: t(`contacts:mediaKinds.${value}`) }))}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
      />
      <QueryView query={pages}>
        {() =>
          pages.files.length === 0 ? (
            <p className={classes.muted}>{t('contacts:noMedia')}</p>
          ) : (
            <>
              {kind === 'visual' ? (
                <div className={classes.tiles}>
                  {pages.files.map((file) => (
                    <Tile
                      key={file.id}
                      file={file}
                      isElsewhere={isElsewhere(file)}
                      onOpen={() => setShown(stored.indexOf(file))}
                    />
                  ))}
                </div>
              ) : (
                pages.files.map((file) =>
                  kind === 'audio' ? (
                    <Audio key={file.id} file={file} isElsewhere={isElsewhere(file)} />
                  ) : (
                    <Paper key={file.id} file={file} isElsewhere={isElsewhere(file)} />
                  ),
                )
              )}
              <MoreButton pages={pages} />
            </>
          )
        }
      </QueryView>
      <GalleryLightbox files={stored} shown={shown} onShow={setShown} />
    </section>
  );
}

interface FileProps {
  file: GalleryFile;
  /** It is of another contact of the same person: the channel says so. */
  isElsewhere: boolean;
}

function Tile({ file, isElsewhere, onOpen }: FileProps & { onOpen: () => void }) {
  const { t } = useTexts();
  const isVideo = file.mediaType === 'video';
  if (file.media.state !== 'stored')
    return (
      <div className={classes.tile} role="img" aria-label={t('contacts:fileMissing')}>
        <span className={classes.tileMark}>
          <IconPhotoOff size={20} aria-hidden />
        </span>
      </div>
    );
  const name = isVideo ? t('contacts:video') : t('contacts:photo');
  return (
    <button
      type="button"
      className={classes.tile}
      style={{ padding: 0, border: 0, cursor: 'pointer' }}
      aria-label={t('contacts:showFile', { name })}
      onClick={onOpen}
    >
      {isVideo ? (
        // Uses no film element: to show one frame, the whole film would be fetched.
        <span className={classes.tileMark}>
          <IconPlayerPlayFilled size={22} aria-hidden />
        </span>
      ) : (
        <Loadable
          instead={() => (
            <span className={classes.tileMark}>
              <IconPhotoOff size={20} aria-hidden />
            </span>
          )}
        >
          {(onFailed) => <img src={file.thumbnailUrl ?? file.url} alt="" loading="lazy" onError={onFailed} />}
        </Loadable>
      )}
      {isElsewhere ? (
        <span className={classes.tileChannel}>
          <ChannelIcon channel={file.channel} />
        </span>
      ) : null}
    </button>
  );
}

function Audio({ file, isElsewhere }: FileProps) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <div>
      <div className={`${classes.muted} ${classes.origin}`}>
        {isElsewhere ? <ChannelIcon channel={file.channel} /> : null}
        {format.date(file.createdAt)}
      </div>
      {file.media.state === 'stored' ? (
        <Loadable instead={(retry, isLive) => <UnloadedFile isLive={isLive} onRetry={retry} />}>
          {(onFailed) => (
            // biome-ignore lint/a11y/useMediaCaption: customers' recordings have no captions
            <audio className={classes.audio} src={file.url} controls preload="none" onError={onFailed} />
          )}
        </Loadable>
      ) : (
        <p className={classes.muted}>{t('contacts:fileMissing')}</p>
      )}
    </div>
  );
}

function Paper({ file, isElsewhere }: FileProps) {
  const { t } = useTexts();
  const format = useFormat();
  const name = file.media.name || file.caption || t('contacts:mediaKinds.document');
  const content = (
    <>
      <IconFile size={20} stroke={1.5} aria-hidden />
      <bdi className={classes.fileName}>{name}</bdi>
      {isElsewhere ? <ChannelIcon channel={file.channel} /> : null}
      <span className={classes.muted}>{format.date(file.createdAt)}</span>
    </>
  );
  if (file.media.state !== 'stored') return <div className={classes.file}>{content}</div>;
  return (
    <a className={classes.file} href={file.url} download={name}>
      {content}
    </a>
  );
}
