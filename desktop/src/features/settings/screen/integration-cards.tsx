import { isErrorCode } from '@balcao/shared/errors.ts';
import {
  BILLING_SERVICES,
  type BillingService,
  testBillingService,
} from '@balcao/shared/features/settings/calls.ts';
import { settingRule } from '@balcao/shared/features/settings/rules.ts';
import { Button, Title } from '@mantine/core';
import { type Icon, IconBrandMessenger, IconReceipt } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useErrorText, useThrownText } from '../../../renderer/kit/error-text.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { OptionField } from './option-field.tsx';
import { INTEGRATIONS, type Option } from './option-groups.ts';
import classes from './settings.module.css';

type Service = (typeof INTEGRATIONS)[number]['key'];

interface Card {
  key: Service;
  title: string;
  /** Those that this user may set, and that the search has found. */
  options: readonly Option[];
}

interface Props {
  cards: readonly Card[];
  /** The server's values. */
  values: ReadonlyMap<string, string>;
  /** What was found shows itself. */
  isSearch: boolean;
}

/** The services outside where the company may have an account: what each does, whether it is set up, and its fields. */
export function IntegrationCards({ cards, values, isSearch }: Props) {
  const { t } = useTexts();
  if (cards.length === 0) return null;
  return (
    <section aria-label={t('settings:integrations.title')}>
      <Title order={2} size="h5">
        {t('settings:integrations.title')}
      </Title>
      <p className={classes.hint}>{t('settings:integrations.hint')}</p>
      <ul className={classes.cards}>
        {cards.map((card) => (
          <ServiceCard key={card.key} card={card} values={values} isSearch={isSearch} />
        ))}
      </ul>
    </section>
  );
}

type State = 'ready' | 'partial' | 'empty';
const TONES: Record<State, Tone> = { ready: 'success', partial: 'warning', empty: 'neutral' };
const MARKS: Record<Service, Icon> = {
  ixc: IconReceipt,
  mkauth: IconReceipt,
  asaas: IconReceipt,
  notificameHub: IconBrandMessenger,
};

function ServiceCard({ card, values, isSearch }: Omit<Props, 'cards'> & { card: Card }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const fields = useId();
  const isShown = isOpen || isSearch;
  const { key, title: name } = card;
  const state = stateOf(key, values);
  const Mark = MARKS[key];
  return (
    <li className={classes.card} data-open={isShown || undefined} aria-label={name}>
      <div className={classes.cardHead}>
        <span className={classes.cardMark} data-state={state}>
          <Mark size={22} stroke={1.6} aria-hidden />
        </span>
        <div className={classes.cardAbout}>
          <h3 className={classes.cardTitle}>
            {name}
            <StatusPill tone={TONES[state]}>{t(`settings:integrations.states.${state}`)}</StatusPill>
          </h3>
          <p className={classes.cardText}>{t(`settings:integrations.about.${key}`)}</p>
        </div>
        {isSearch ? null : (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t(`settings:integrations.${isOpen ? 'closeNamed' : 'configureNamed'}`, { name })}
            aria-expanded={isOpen}
            aria-controls={fields}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('common:close') : t('settings:integrations.configure')}
          </Button>
        )}
      </div>
      <ul id={fields} className={classes.cardFields} hidden={!isShown}>
        {isShown
          ? card.options.map((option) => (
              <OptionField
                key={option}
                option={option}
                value={values.get(option) ?? settingRule(option).initial}
              />
            ))
          : null}
      </ul>
      {isBilling(key) && state === 'ready' ? (
        // What came of other values says nothing of these.
        <Trial
          key={optionsOf(key)
            .map((option) => values.get(option))
            .join()}
          service={key}
          name={name}
        />
      ) : null}
    </li>
  );
}

const isBilling = (key: Service): key is BillingService => BILLING_SERVICES.some((one) => one === key);

/** All of them, whatever the search shows. */
const optionsOf = (key: Service): readonly Option[] =>
  INTEGRATIONS.find((one) => one.key === key)?.options ?? [];

function stateOf(key: Service, values: Props['values']): State {
  const options = optionsOf(key);
  const filled = options.filter((option) => values.get(option)).length;
  if (filled === 0) return 'empty';
  return filled === options.length ? 'ready' : 'partial';
}

/** Whether the service lets us in with what is saved. */
function Trial({ service, name }: { service: BillingService; name: string }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const thrownText = useThrownText();
  const trial = useApiCommand(testBillingService, { quiet: true });
  const { data, error } = trial;
  const reason = error
    ? thrownText(error)
    : data && !data.ok && (isErrorCode(data.error) ? errorText(data.error) : data.error);
  return (
    <div className={classes.cardTrial}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('settings:integrations.testNamed', { name })}
        loading={trial.isPending}
        onClick={() => trial.mutate({ params: { service } })}
      >
        {t('settings:integrations.test')}
      </Button>
      <div role="status" className={classes.outcome} data-tone={data?.ok ? 'success' : 'danger'}>
        {data?.ok ? t('settings:integrations.ok', { name }) : null}
        {reason ? `${t('settings:integrations.failed')}. ${reason}` : null}
      </div>
    </div>
  );
}
