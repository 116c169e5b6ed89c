import type { HelpGiven } from '@balcao/shared/features/agent-help/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Button, Group, Loader, Text } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './help-bar.module.css';
import { ProposedLabels } from './proposed-labels.tsx';
import { type Help, isProposedText } from './use-ai-help.ts';

interface Props {
  help: Help;
  ticket: TicketItem;
  onUse(text: string): void;
  onAgain(): void;
  onDrop(): void;
}

/** What the AI proposes, above the field: nothing is written or sent until the agent takes it. */
export function HelpBar({ help: { wanted, words, given, failure }, ticket, onUse, onAgain, onDrop }: Props) {
  const { t } = useTexts();
  const isText = isProposedText(wanted.kind);
  const title = t(
    isText ? 'agentHelp:proposal' : wanted.kind === 'sort' ? 'agentHelp:sort.title' : 'agentHelp:summary',
  );
  return (
    <section className={classes.root} aria-label={title} aria-live="polite" aria-busy={!given && !failure}>
      <div className={classes.title}>{title}</div>
      {given && wanted.kind === 'sort' ? <ProposedLabels given={given} ticket={ticket} /> : null}
      {given && wanted.kind !== 'sort' ? <Words given={given} ticketUuid={ticket.uuid} /> : null}
      {words ? <p className={classes.words}>{words}</p> : null}
      {given && given.articles.length > 0 ? <Articles articles={given.articles} /> : null}
      {failure ? <Text size="sm">{failure}</Text> : null}
      {given || failure ? null : (
        <Group gap="xs">
          <Loader size="xs" />
          <Text size="sm">{t('agentHelp:working')}</Text>
        </Group>
      )}
      <Group gap="xs" mt={8}>
        {given && isText ? (
          <Button size="compact-sm" onClick={() => onUse(given.text)}>
            {t('agentHelp:use')}
          </Button>
        ) : null}
        {given || failure ? (
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            {t('agentHelp:again')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="subtle" onClick={onDrop}>
          {t(given ? (isText ? 'agentHelp:drop' : 'agentHelp:close') : 'agentHelp:cancel')}
        </Button>
      </Group>
    </section>
  );
}

/** A text in which marks lead to the messages that it rests on. */
function Words({ given: { text, sources }, ticketUuid }: { given: HelpGiven; ticketUuid: string }) {
  const { t } = useTexts();
  const find = useTicketsView((view) => view.find);
  return (
    <p className={classes.words}>
      {text.split(/(\[\d{1,3}\])/).map((part, at) => {
        const mark = Number(/^\[(\d+)\]$/.exec(part)?.[1]);
        const source = sources.find((one) => one.mark === mark);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that does not change
          <Fragment key={at}>
            {source ? (
              <button
                type="button"
                className={classes.mark}
                aria-label={t('agentHelp:source', { mark })}
                onClick={() =>
                  find({ ticketUuid, key: { createdAt: source.createdAt, id: source.messageId } })
                }
              >
                {mark}
              </button>
            ) : (
              part
            )}
          </Fragment>
        );
      })}
    </p>
  );
}

/** What a proposal rests on. */
function Articles({ articles }: Pick<HelpGiven, 'articles'>) {
  const { t } = useTexts();
  return (
    <Group gap="xs" mt={4} role="group" aria-label={t('agentHelp:articles')}>
      {articles.map(({ id, title }) => (
        <Link key={id} href={`/knowledge/${id}`} className={classes.article}>
          <IconBook2 size={14} stroke={1.8} aria-hidden />
          {title}
        </Link>
      ))}
    </Group>
  );
}
