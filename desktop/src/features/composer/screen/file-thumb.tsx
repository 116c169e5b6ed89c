import type { OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { IconFile } from '@tabler/icons-react';
import { Loadable } from '../../../renderer/components/loadable.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './attachment-tray.module.css';

/** What a file looks like before it is sent. One of the server's may not be on this computer yet. */
export function FileThumb({ file }: { file: Pick<OutgoingFileItem, 'mime' | 'url' | 'name'> }) {
  const kind = mediaKind(file.mime);
  const plain = <PlainFile name={file.name} />;
  return (
    <span className={classes.thumb}>
      <Loadable instead={() => plain}>
        {(onFailed) =>
          kind === 'image' ? (
            <img src={file.url} alt={file.name} onError={onFailed} />
          ) : kind === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: only its first picture
            <video src={file.url} preload="metadata" aria-label={file.name} onError={onFailed} />
          ) : (
            plain
          )
        }
      </Loadable>
    </span>
  );
}

function PlainFile({ name }: { name: string }) {
  const { t } = useTexts();
  return (
    <>
      <IconFile size={30} stroke={1.4} aria-hidden />
      <span className={classes.kind}>{extension(name) || t('tickets:document')}</span>
    </>
  );
}

const extension = (name: string): string => /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase() ?? '';
