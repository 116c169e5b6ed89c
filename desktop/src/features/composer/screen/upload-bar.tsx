import { Progress } from '@mantine/core';
import { IconCloudUpload } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './bars.module.css';

/** Small files are gone before anybody could read of them. */
const WORTH_TELLING = 512 * 1024;

/** The upload progress of this ticket's files; after an interruption they continue from there. */
export function UploadBar({ ticketId }: { ticketId: number }) {
  const { t } = useTexts();
  const { data: uploads = [] } = useBridgeQuery('composer.uploads', { ticketId });
  return uploads
    .filter(({ size }) => size > WORTH_TELLING)
    .map(({ mediaId, name, sent, size }) => {
      const percent = Math.floor((100 * sent) / size);
      const label = t('composer:uploading', { name, percent });
      return (
        <div key={mediaId} className={classes.bar}>
          <IconCloudUpload size={17} stroke={1.7} aria-hidden />
          <span className={classes.text}>{label}</span>
          <Progress className={classes.progress} value={percent} aria-label={label} />
        </div>
      );
    });
}
