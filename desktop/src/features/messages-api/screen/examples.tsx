import {
  EXAMPLE_KINDS,
  EXAMPLE_LANGUAGES,
  EXAMPLES,
  type ExampleKind,
  type ExampleLanguage,
} from '@balcao/shared/features/messages-api/send-examples.ts';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../renderer/components/code-block.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** As their people write them. */
const NAMES: Record<ExampleLanguage, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  php: 'PHP',
};

/** The first call, in the language of whoever makes it, with the company's own address. */
export function Examples({ url }: { url: string }) {
  const { t } = useTexts();
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const [kind, setKind] = useState<ExampleKind>('text');
  const place = {
    url,
    token: t('messagesApi:examples.token'),
    number: '5511987654321',
    body: t('messagesApi:examples.body'),
    file: t('messagesApi:examples.sample'),
  };
  return (
    <Stack gap="sm" component="section">
      <Group gap="sm">
        <SegmentedControl
          aria-label={t('messagesApi:examples.language')}
          data={EXAMPLE_LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
          value={language}
          onChange={setLanguage}
        />
        <SegmentedControl
          aria-label={t('messagesApi:examples.kind')}
          data={EXAMPLE_KINDS.map((value) => ({ value, label: t(`messagesApi:examples.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
      </Group>
      <CodeBlock title={NAMES[language]} text={EXAMPLES[language][kind](place)} />
      <Text size="sm" c="var(--text-muted)">
        {t('messagesApi:examples.secret')}
      </Text>
    </Stack>
  );
}
