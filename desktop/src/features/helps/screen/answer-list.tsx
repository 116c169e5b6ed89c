import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Accordion, Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Panel } from '../../../renderer/components/page.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { answersFor } from './answers.ts';
import classes from './helps.module.css';

/** Short written answers, one of them open. */
export function AnswerList({ user, open }: { user: SessionUser; open: string | null }) {
  const { t } = useTexts();
  return (
    <Panel>
      <Accordion
        order={2}
        value={open}
        onChange={(key) => navigate(key ? `/helps/${key}` : '/helps', { replace: true })}
      >
        {answersFor(user).map(({ key, page }) => (
          <Accordion.Item key={key} value={key}>
            <Accordion.Control>
              <span className={classes.question}>{t(`helps:answers.${key}.question`)}</span>
            </Accordion.Control>
            <Accordion.Panel>
              <ol className={classes.steps}>
                {t(`helps:answers.${key}.steps`)
                  .split('\n')
                  .map((step) => (
                    <li key={step}>{step}</li>
                  ))}
              </ol>
              {page.requires && !can(user, page.requires) ? null : (
                <Anchor component={Link} href={page.path} size="sm">
                  {t('helps:goTo', { page: t(page.title) })}
                </Anchor>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Panel>
  );
}
