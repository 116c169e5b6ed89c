import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { errorKey, isErrorCode } from '@balcao/shared/errors.ts';
import { type AutomationFields, tryAutomation } from '@balcao/shared/features/automations/calls.ts';
import { cause, conditions, effects } from '@balcao/shared/features/automations/rule.ts';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { useEffectWords } from '../../../renderer/components/effects/use-effect-words.ts';
import { useLeaving } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './automations.module.css';
import { TrialTicket } from './trial-ticket.tsx';

/** The others are a number. */
const SHOWN = 10;

interface Props {
  rule: Pick<AutomationFields, 'cause' | 'conditions' | 'effects'>;
  choices: Choices;
}

/** Whom a rule would meet as it stands in the form, and what it would do. */
export function RuleTrial({ rule, choices }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const [ticketId, setTicketId] = useState<number | null>(null);
  const trial = useApiCommand(tryAutomation, { quiet: true });
  const isWhole = [
    cause.safeParse(rule.cause),
    conditions.safeParse(rule.conditions),
    effects.safeParse(rule.effects),
  ].every(({ success }) => success);
  const run = () => {
    const asked = { cause: rule.cause, conditions: rule.conditions, effects: rule.effects };
    trial.mutate({ body: { ...asked, ...(ticketId === null ? {} : { ticketId }) } });
  };
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
        <TrialTicket value={ticketId} onChange={setTicketId} />
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
              <Met key={one.ticketId} met={one} choices={choices} />
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

type Met = RouteOutput<typeof tryAutomation>['matched'][number];

/** A ticket that the rule would meet, which a click opens, and what would be done there. */
function Met({ met, choices }: { met: Met; choices: Choices }) {
  const { t } = useTexts();
  const wordsOf = useEffectWords(choices);
  const leave = useLeaving('form');
  const { ticketId, uuid, contactName, said, lastMessage, failed, unsaid } = met;
  return (
    <li>
      <Anchor
        component="button"
        type="button"
        inherit
        fw={600}
        onClick={() => leave(() => navigate(`/tickets/${uuid}`))}
      >
        {contactName} #{ticketId}
      </Anchor>{' '}
      · {said || lastMessage}
      {met.effects.length === 0 ? (
        <div className={classes.would}>{t('automations:trial.nothing')}</div>
      ) : (
        <ol className={classes.deeds}>
          {met.effects.map((effect, index) => {
            const { what, which } = wordsOf(effect);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a deed is nothing but its place
              <li key={index}>
                {what} <span className={classes.which}>{which}</span>
              </li>
            );
          })}
        </ol>
      )}
      <Hindrance text="automations:trial.failed" code={failed} />
      <Hindrance text="automations:trial.unsaid" code={unsaid} />
    </li>
  );
}

function Hindrance({
  text,
  code,
}: {
  text: 'automations:trial.failed' | 'automations:trial.unsaid';
  code: string | null;
}) {
  const { t } = useTexts();
  if (code === null || !isErrorCode(code)) return null;
  return (
    <div className={classes.would} data-failed>
      {t(text, { reason: t(errorKey(code)) })}
    </div>
  );
}
