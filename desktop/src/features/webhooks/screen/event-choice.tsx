import { WEBHOOK_EVENTS, type WebhookEventType } from '@balcao/shared/features/webhooks/event.ts';
import { Anchor, Checkbox, Group, SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './webhooks.module.css';

const GROUPS = [
  'ticket',
  'automation',
  'sla',
  'message',
  'contact',
  'connection',
  'campaign',
  'payment',
] as const;
const inGroup = (group: string) => WEBHOOK_EVENTS.filter((event) => event.startsWith(`${group}.`));

interface Props {
  value: readonly WebhookEventType[];
  onChange: (events: WebhookEventType[]) => void;
  error?: ReactNode;
}

/** What a webhook is told of, by what it is about. */
export function EventChoice({ value, onChange, error }: Props) {
  const { t } = useTexts();
  const isAll = value.length === WEBHOOK_EVENTS.length;
  return (
    <Checkbox.Group
      label={
        <Group gap="md" component="span">
          {t('webhooks:events')}
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => onChange(isAll ? [] : [...WEBHOOK_EVENTS])}
          >
            {isAll ? t('webhooks:none') : t('webhooks:all')}
          </Anchor>
        </Group>
      }
      description={t('webhooks:eventsHint')}
      error={error}
      value={[...value]}
      onChange={(chosen) => onChange(WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="sm" spacing="lg">
        {GROUPS.map((group) => (
          <fieldset key={group} className={classes.group}>
            <legend className={classes.legend}>{t(`webhooks:groups.${group}`)}</legend>
            <Stack gap={8}>
              {inGroup(group).map((event) => (
                <Checkbox
                  key={event}
                  value={event}
                  label={t(`webhooks:event.${event}`)}
                  description={<span className={classes.code}>{event}</span>}
                />
              ))}
            </Stack>
          </fieldset>
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
