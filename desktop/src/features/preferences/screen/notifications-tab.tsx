import {
  type NotificationSettings,
  PREVIEWS,
} from '@balcao/shared/features/preferences/notification-settings.ts';
import { Select, Stack, Switch } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import { DoNotDisturb, useNotificationSettings } from '../../../renderer/components/do-not-disturb.tsx';
import { OptionGroup, OptionRow } from '../../../renderer/components/option-row.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { VolumeSlider } from '../../../renderer/components/volume-slider.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { NotificationCheck } from './notification-check.tsx';
import classes from './preferences.module.css';
import { QuietHours } from './quiet-hours.tsx';

interface Props {
  value: NotificationSettings;
  save: (change: Partial<NotificationSettings>) => void;
}

/** The notifications allowed on this computer; each change is saved at once. */
export function NotificationsTab() {
  const { value, save } = useNotificationSettings();
  if (!value) return null;
  return (
    <Stack gap="lg">
      <Shown value={value} save={save} />
      <Silence value={value} save={save} />
      <MutedQueues value={value} save={save} />
    </Stack>
  );
}

function Shown({ value, save }: Props) {
  const { t } = useTexts();
  return (
    <OptionGroup title={t('preferences:groups.shown')}>
      <OptionRow label={t('preferences:shown.label')} hint={t('preferences:shown.hint')}>
        {(label) => (
          <Switch
            aria-labelledby={label}
            checked={value.shown}
            onChange={(event) => save({ shown: event.currentTarget.checked })}
          />
        )}
      </OptionRow>
      <OptionRow label={t('preferences:preview.label')} hint={t('preferences:preview.hint')}>
        {(label) => (
          <Select
            className={classes.field}
            aria-labelledby={label}
            allowDeselect={false}
            data={PREVIEWS.map((preview) => ({ value: preview, label: t(`preferences:preview.${preview}`) }))}
            value={value.preview}
            onChange={(preview) => preview && save({ preview })}
          />
        )}
      </OptionRow>
      <OptionRow label={t('layout:volume')} hint={t('preferences:volumeHint')}>
        {() => (
          <div className={classes.volume}>
            <VolumeSlider />
          </div>
        )}
      </OptionRow>
      <OptionRow label={t('preferences:check.label')} hint={t('preferences:check.hint')}>
        {() => <NotificationCheck />}
      </OptionRow>
    </OptionGroup>
  );
}

function Silence({ value, save }: Props) {
  const { t } = useTexts();
  return (
    <OptionGroup title={t('preferences:groups.silence')}>
      <OptionRow label={t('preferences:pause.label')} hint={t('preferences:pause.hint')}>
        {() => <DoNotDisturb />}
      </OptionRow>
      <QuietHours hours={value.quietHours} onChange={(quietHours) => save({ quietHours })} />
    </OptionGroup>
  );
}

/** A switch that is on means that the queue notifies. */
function MutedQueues({ value, save }: Props) {
  const { t } = useTexts();
  const { data: queues } = useRows('queue');
  const { mutedQueueIds: muted } = value;
  const hear = (id: number, heard: boolean) =>
    save({ mutedQueueIds: heard ? muted.filter((other) => other !== id) : [...muted, id] });
  if (!queues) return null;
  return (
    <OptionGroup title={t('preferences:groups.queues')}>
      {queues.length === 0 ? (
        <li>
          <StateView
            icon={IconBellOff}
            title={t('preferences:queues.none')}
            hint={t('preferences:queues.noneHint')}
          />
        </li>
      ) : (
        queues.map(({ id, name }) => (
          <OptionRow
            key={id}
            label={name}
            hint={t(muted.includes(id) ? 'preferences:queues.muted' : 'preferences:queues.heard')}
          >
            {(label) => (
              <Switch
                aria-labelledby={label}
                checked={!muted.includes(id)}
                onChange={(event) => hear(id, event.currentTarget.checked)}
              />
            )}
          </OptionRow>
        ))
      )}
    </OptionGroup>
  );
}
