import { Button, Code, CopyButton, Group } from '@mantine/core';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { useTexts } from '../kit/use-texts.ts';
import classes from './one-time-link.module.css';

/** A link that somebody passes on. A server that does not know its public address tells only the path. */
export function OneTimeLink({ link }: { link: string }) {
  const { t } = useTexts();
  const { data: session } = useBridgeQuery('session.get', null);
  const whole = link.replace(/^\//, `${session?.serverUrl ?? ''}/`);
  return (
    <Group gap="xs">
      <Code className={classes.link}>{whole}</Code>
      <CopyButton value={whole} timeout={1_000}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {copied ? t('common:copied') : t('common:copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
