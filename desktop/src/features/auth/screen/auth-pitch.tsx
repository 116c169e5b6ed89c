import { IconCloudOff, IconRoute, IconUsersGroup } from '@tabler/icons-react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './auth.module.css';

const POINTS = [
  { key: 'pitchQueue', icon: IconRoute },
  { key: 'pitchTeam', icon: IconUsersGroup },
  { key: 'pitchOffline', icon: IconCloudOff },
] as const;

/** The purpose of the program, beside the form; wide screens only. */
export function AuthPitch() {
  const { t } = useTexts();
  return (
    <aside className={classes.pitch}>
      <p className={classes.headline}>{t('auth:pitch')}</p>
      <ul className={classes.points}>
        {POINTS.map(({ key, icon: PointIcon }) => (
          <li key={key} className={classes.point}>
            <span className={classes.pointIcon}>
              <PointIcon size={20} stroke={1.6} aria-hidden />
            </span>
            {t(`auth:${key}`)}
          </li>
        ))}
      </ul>
    </aside>
  );
}
