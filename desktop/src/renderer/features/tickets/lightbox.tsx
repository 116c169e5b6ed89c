import { ActionIcon, Modal } from '@mantine/core';
import { IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../app/use-texts.ts';
import classes from './lightbox.module.css';

const ZOOMS = [1, 1.5, 2, 3, 5] as const;

interface Props {
  url: string;
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** A picture on its own, up to five times its fitting size. */
export function Lightbox({ url, name, opened, onClose }: Props) {
  const { t } = useTexts();
  const [step, setStep] = useState(0);
  const zoom = ZOOMS[step] ?? 1;
  const close = () => {
    setStep(0);
    onClose();
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      fullScreen
      padding={0}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Content className={classes.content} aria-label={t('tickets:photo')}>
        <Modal.Body className={classes.body}>
          <div className={classes.tools}>
            <ActionIcon
              className={classes.tool}
              disabled={step === 0}
              aria-label={t('tickets:zoomOut')}
              onClick={() => setStep(step - 1)}
            >
              <IconZoomOut size={20} />
            </ActionIcon>
            <ActionIcon
              className={classes.tool}
              disabled={step === ZOOMS.length - 1}
              aria-label={t('tickets:zoomIn')}
              onClick={() => setStep(step + 1)}
            >
              <IconZoomIn size={20} />
            </ActionIcon>
            <ActionIcon
              component="a"
              className={classes.tool}
              href={url}
              download={name || true}
              aria-label={t('tickets:download')}
            >
              <IconDownload size={20} />
            </ActionIcon>
            <ActionIcon
              className={classes.tool}
              aria-label={t('common:close')}
              onClick={close}
              data-autofocus
            >
              <IconX size={20} />
            </ActionIcon>
          </div>
          <div className={classes.stage}>
            <img
              className={classes.picture}
              src={url}
              alt={t('tickets:photo')}
              style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
            />
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
