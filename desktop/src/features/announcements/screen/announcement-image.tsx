import { announcementImageName } from '@balcao/shared/features/announcements/rules.ts';
import { Loadable } from '../../../renderer/components/loadable.tsx';
import { UnloadedFile } from '../../../renderer/components/missing-file.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import classes from './announcements.module.css';

/** The core's name of an announcement's picture. */
export const pictureOf = (mediaPath: string): string => `${announcementImageName(mediaPath)}.announcement`;

/** @param picture its name in the core: of an announcement, or of a file that was just chosen */
export function AnnouncementImage({ picture, name }: { picture: string; name: string }) {
  const { data: info } = useBridgeQuery('app.info', null);
  if (!info) return null;
  return (
    <Loadable key={picture} instead={(retry, isLive) => <UnloadedFile isLive={isLive} onRetry={retry} />}>
      {(onFailed) => (
        <img
          className={classes.image}
          src={`${info.mediaBase}${encodeURIComponent(picture)}`}
          alt={name}
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}

/** Beside its words; nothing where it does not come. */
export function AnnouncementThumbnail({ mediaPath }: { mediaPath: string | null }) {
  const { data: info } = useBridgeQuery('app.info', null);
  if (!info || mediaPath === null) return null;
  const picture = `${pictureOf(mediaPath)}.thumbnail`;
  return (
    <Loadable key={picture}>
      {(onFailed) => (
        <img
          className={classes.thumbnail}
          src={`${info.mediaBase}${encodeURIComponent(picture)}`}
          alt=""
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}
