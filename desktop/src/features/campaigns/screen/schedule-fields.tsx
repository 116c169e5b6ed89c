import { CAMPAIGN_LIMITS } from '@balcao/shared/features/campaigns/rules.ts';
import type { SendingWindow } from '@balcao/shared/features/campaigns/sending-window.ts';
import { WEEKDAYS } from '@balcao/shared/time/business-hours.ts';
import { Button, Chip, Group, Input, NumberInput, Switch, Text } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import { IconPlayerPlay } from '@tabler/icons-react';
import { MomentFields } from '../../../renderer/components/moment-fields.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './campaigns.module.css';
import type { CampaignForm } from './use-campaign-form.ts';
import { differsHere } from './wall-time.ts';

interface Props {
  form: CampaignForm;
  timezone: string;
  isFixed: boolean;
  onStartNow: () => void;
}

/** When it begins, when it may send, and whom it leaves in peace. */
export function ScheduleFields({ form, timezone, isFixed, onStartNow }: Props) {
  const { t } = useTexts();
  const { scheduledAt, hasWindow, window } = form.values;
  const { min, max } = CAMPAIGN_LIMITS.quietDays;
  return (
    <>
      <Input.Wrapper
        label={t('campaigns:scheduledAt')}
        description={t('campaigns:scheduleHint')}
        labelElement="div"
        error={scheduledAt.day !== null && scheduledAt.time !== '' ? form.errors.scheduledAt : null}
      >
        <div className={classes.moment}>
          <MomentFields {...form.getInputProps('scheduledAt')} value={scheduledAt} />
          {isFixed ? null : (
            <Button
              variant="light"
              leftSection={<IconPlayerPlay size={16} stroke={1.6} aria-hidden />}
              onClick={onStartNow}
            >
              {t('campaigns:startNow')}
            </Button>
          )}
        </div>
      </Input.Wrapper>
      <ZoneNote timezone={timezone} />
      <div>
        <Switch
          label={t('campaigns:window.label')}
          description={t('campaigns:window.hint')}
          disabled={isFixed}
          {...form.getInputProps('hasWindow', { type: 'checkbox' })}
        />
        {hasWindow ? (
          <WindowFields
            window={window}
            error={form.errors.window}
            isFixed={isFixed}
            onChange={(next) => form.setFieldValue('window', next)}
          />
        ) : null}
      </div>
      <NumberInput
        label={t('campaigns:quietDays')}
        description={t('campaigns:quietDaysHint')}
        className={classes.days}
        min={min}
        max={max}
        allowDecimal={false}
        {...form.getInputProps('quietDays')}
      />
    </>
  );
}

/** Whoever plans far from the company's clocks must know which ones count. */
function ZoneNote({ timezone }: { timezone: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const now = serverNow();
  if (!differsHere(timezone, now)) return null;
  return (
    <Text size="sm" c="var(--text-muted)" mt={-8}>
      {t('campaigns:zone', { timezone, now: format.momentIn(now.toISOString(), timezone) })}
    </Text>
  );
}

interface WindowProps {
  window: SendingWindow;
  error: React.ReactNode;
  isFixed: boolean;
  onChange: (window: SendingWindow) => void;
}

/** The number of a day, as the rule counts them: Sunday is 0. */
const numberOf = (place: number) => (place + 1) % WEEKDAYS.length;

function WindowFields({ window, error, isFixed, onChange }: WindowProps) {
  const { t } = useTexts();
  const time = (end: 'from' | 'to') => (
    <TimePicker
      aria-label={t(`campaigns:window.${end}`)}
      hoursInputLabel={t('schedules:hours')}
      minutesInputLabel={t('schedules:minutes')}
      disabled={isFixed}
      value={window[end]}
      onChange={(value) => onChange({ ...window, [end]: value })}
    />
  );
  return (
    <Input.Wrapper error={error} mt="sm" labelElement="div">
      <Group gap="md">
        <Chip.Group
          multiple
          value={window.days.map(String)}
          onChange={(days) => onChange({ ...window, days: days.map(Number).toSorted((a, b) => a - b) })}
        >
          <Group gap={6} role="group" aria-label={t('campaigns:window.days')}>
            {WEEKDAYS.map((day, place) => (
              <Chip key={day} value={String(numberOf(place))} size="xs" variant="light" disabled={isFixed}>
                {t(`preferences:weekdays.${day}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap="xs">
          {time('from')}
          <span aria-hidden>–</span>
          {time('to')}
        </Group>
      </Group>
    </Input.Wrapper>
  );
}
