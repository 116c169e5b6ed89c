import { errorKey, isErrorCode } from '@balcao/shared/errors.ts';
import { tryAutomation } from '@balcao/shared/features/automations/calls.ts';
import {
  type Conditions,
  conditions,
  type Effect,
  effects,
} from '@balcao/shared/features/automations/rule.ts';
import { Button, Group, NumberInput, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './automations.module.css';

/** The others are a number. */
const SHOWN = 10;

/** Whom a rule would meet as it stands in the form, and what it would do. */
export function RuleTrial({ rule }: { rule: { conditions: Conditions; effects: Effect[] } }) {
  const { t } = useTexts();
  const format = useFormat();
  const [ticketId, setTicketId] = useState<number | string>('');
  const trial = useApiCommand(tryAutomation, { quiet: true });
  const isWhole = conditions.safeParse(rule.conditions).success && effects.safeParse(rule.effects).success;
  const run = () =>
    trial.mutate({ body: { ...rule, ...(ticketId === '' ? {} : { ticketId: Number(ticketId) }) } });
  const { data: found } = trial;
  const counts = found && {
    matched: format.number(found.matched.length),
    tried: format.number(found.tried),
  };
  return (
    <section className={classes.trial} aria-label={t('automations:trial.title')}>
      <Text size="sm" c="dimmed">
        {t('automations:trial.hint')}
      </Text>
      <Group gap="xs" align="end">
        <NumberInput
          label={t('automations:trial.ticket')}
          min={1}
          allowDecimal={false}
          hideControls
          value={ticketId}
          onChange={setTicketId}
        />
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
          loading={trial.isPending}
          disabled={!isWhole}
          onClick={run}
        >
          {t('automations:trial.run')}
        </Button>
      </Group>
      <FormError error={trial.error} />
      {found && counts ? (
        <div role="status">
          <Text size="sm" fw={600}>
            {t(found.matched.length === 0 ? 'automations:trial.none' : 'automations:trial.some', counts)}
          </Text>
          <ul className={classes.found}>
            {found.matched.slice(0, SHOWN).map((one) => (
              <li key={one.ticketId}>
                <strong>{one.contactName}</strong> #{one.ticketId} · {one.lastMessage}
                <div className={classes.would}>
                  {one.effects.length === 0
                    ? t('automations:trial.nothing')
                    : one.effects.map(({ kind }) => t(`automations:effect.${kind}`)).join(' · ')}
                </div>
                {one.failed !== null && isErrorCode(one.failed) ? (
                  <div className={classes.would} data-failed>
                    {t('automations:trial.failed', { reason: t(errorKey(one.failed)) })}
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
          {found.matched.length > SHOWN ? (
            <Text size="sm" c="dimmed">
              {t('automations:trial.more', { count: found.matched.length - SHOWN })}
            </Text>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
