import { translateMessage } from '@balcao/shared/features/agent-help/calls.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { UnstyledButton } from '@mantine/core';
import { useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useThrownText } from '../../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTranslated } from '../translated-store.ts';
import { LongText } from './long-text.tsx';
import classes from './translation.module.css';

/** What a message says in the agent's language, below it, until the agent hides it. */
export function Translation({ message: { id } }: { message: MessageItem }) {
  const { t, i18n } = useTexts();
  const format = useFormat();
  const thrownText = useThrownText();
  const hide = useTranslated(({ toggle }) => toggle);
  const { data, error, refetch } = useApiQuery(translateMessage, {
    params: { messageId: id },
    body: { language: i18n.language },
  });
  const title = data?.from
    ? t('agentHelp:translation.from', { language: format.language(data.from) })
    : t('agentHelp:translation.title');
  return (
    <section className={classes.root} aria-label={title} aria-live="polite" aria-busy={!data && !error}>
      <div className={classes.title}>
        {title}
        <UnstyledButton className={classes.button} onClick={() => hide(id)}>
          {t('agentHelp:translation.hide')}
        </UnstyledButton>
      </div>
      {data ? <LongText text={data.text} /> : null}
      {data || error ? null : t('agentHelp:translation.working')}
      {error && !data ? (
        <>
          {thrownText(error)}{' '}
          <UnstyledButton className={classes.button} onClick={() => void refetch()}>
            {t('agentHelp:translation.again')}
          </UnstyledButton>
        </>
      ) : null}
    </section>
  );
}
