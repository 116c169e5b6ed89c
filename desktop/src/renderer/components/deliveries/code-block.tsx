import { Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './deliveries.module.css';

/** @property copied what the button copies, where that is not what is shown */
interface Props {
  title: string;
  text: string;
  copied?: string;
}

/** Text for programs, with a button that copies it. */
export function CodeBlock({ title, text, copied = text }: Props) {
  const { t } = useTexts();
  return (
    <section aria-label={title}>
      <Group justify="space-between" align="flex-end" wrap="nowrap" mb={6}>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <CopyButton value={copied} timeout={1_000}>
          {({ copied: isDone, copy }) => (
            <Button size="compact-xs" variant="default" className={classes.copy} onClick={copy}>
              {isDone ? t('common:copied') : t('common:copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      {/* It scrolls, also by keys. */}
      <Code block className={classes.body} tabIndex={0}>
        {text}
      </Code>
    </section>
  );
}
