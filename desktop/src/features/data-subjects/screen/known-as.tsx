import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { StatusPill } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './data-subjects.module.css';

/** The contacts that are one person. */
export function KnownAs({ contacts }: Pick<DataFile, 'contacts'>) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <ul className={classes.contacts}>
      {contacts.map(
        ({ id, channels, number, email, createdAt, blocked, held, optedOutAt, returnedAt, name }) => (
          <li key={id} className={classes.contact}>
            <b>
              <bdi>{displayName({ name, number })}</bdi>
            </b>
            {channels.map((channel) => (
              <ChannelIcon key={channel} channel={channel} />
            ))}
            <span className={classes.detail}>
              {[
                number ? formatPhone(number) : '',
                email,
                t('dataSubjects:since', { when: format.date(createdAt) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {blocked ? <StatusPill tone="danger">{t('dataSubjects:blocked')}</StatusPill> : null}
            {held ? <StatusPill tone="warning">{t('dataSubjects:held')}</StatusPill> : null}
            {optedOutAt ? (
              <StatusPill tone="neutral">
                {t('dataSubjects:optedOut', { when: format.date(optedOutAt) })}
              </StatusPill>
            ) : null}
            {returnedAt && !optedOutAt ? (
              <StatusPill tone="success">
                {t('dataSubjects:returned', { when: format.date(returnedAt) })}
              </StatusPill>
            ) : null}
          </li>
        ),
      )}
    </ul>
  );
}
