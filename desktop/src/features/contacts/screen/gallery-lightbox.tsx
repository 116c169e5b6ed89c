import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import { ActionIcon, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import frame from '../../../renderer/components/lightbox.module.css';
import { Loadable } from '../../../renderer/components/loadable.tsx';
import { UnloadedFile } from '../../../renderer/components/missing-file.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './gallery-lightbox.module.css';

interface Props {
  files: MethodOutput<'contacts.media'>['items'];
  /** Place of the one that is shown; null while none is. */
  shown: number | null;
  onShow: (place: number | null) => void;
}

/** Pictures and videos one after the other, by arrow keys too. */
export function GalleryLightbox({ files, shown, onShow }: Props) {
  const { t } = useTexts();
  const file = shown === null ? undefined : files[shown];
  const go = (step: number) => {
    const next = (shown ?? 0) + step;
    if (shown !== null && files[next]) onShow(next);
  };
  // Closed, it leaves the page its keys.
  useHotkeys(
    file
      ? [
          ['ArrowLeft', () => go(-1)],
          ['ArrowRight', () => go(1)],
        ]
      : [],
  );
  const close = () => onShow(null);
  return (
    <Modal.Root opened={file !== undefined} onClose={close} fullScreen padding={0}>
      <Modal.Content className={frame.content} aria-label={t('contacts:media')}>
        {file && shown !== null ? (
          <Modal.Body className={classes.body}>
            <div className={frame.tools}>
              <Tool label={t('contacts:previous')} disabled={shown === 0} onClick={() => go(-1)}>
                <IconChevronLeft size={20} />
              </Tool>
              <Tool label={t('contacts:next')} disabled={shown === files.length - 1} onClick={() => go(1)}>
                <IconChevronRight size={20} />
              </Tool>
              <ActionIcon
                component="a"
                className={frame.tool}
                href={file.url}
                download={file.media.name || true}
                aria-label={t('contacts:download')}
              >
                <IconDownload size={20} />
              </ActionIcon>
              <Tool label={t('common:close')} onClick={close}>
                <IconX size={20} />
              </Tool>
            </div>
            <Loadable
              key={file.id}
              instead={(retry, isLive) => (
                <div className={frame.unloaded}>
                  <UnloadedFile isLive={isLive} onRetry={retry} />
                </div>
              )}
            >
              {(onFailed) =>
                file.mediaType === 'video' ? (
                  // biome-ignore lint/a11y/useMediaCaption: customers' recordings have no captions
                  <video className={classes.picture} src={file.url} controls onError={onFailed} />
                ) : (
                  <img
                    className={classes.picture}
                    src={file.url}
                    alt={file.caption || t('contacts:photo')}
                    onError={onFailed}
                  />
                )
              }
            </Loadable>
          </Modal.Body>
        ) : null}
      </Modal.Content>
    </Modal.Root>
  );
}

interface ToolProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Tool({ label, disabled = false, onClick, children }: ToolProps) {
  return (
    <ActionIcon className={frame.tool} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
