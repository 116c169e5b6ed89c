import type { AutomationFields } from '@balcao/shared/features/automations/calls.ts';
import { Button, Card, SimpleGrid, Text } from '@mantine/core';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { EMPTY } from './automation-dialog.tsx';

const TEMPLATES = ['urgent', 'night', 'silent'] as const;

/** Three rules that most desks want, to begin with. */
export function RuleTemplates({ onUse }: { onUse: (fields: AutomationFields) => void }) {
  const { t } = useTexts();
  const all = useTemplates();
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} mt="lg">
      {TEMPLATES.map((name) => (
        <Card key={name} withBorder padding="md">
          <Text fw={600}>{t(`automations:templates.${name}.name`)}</Text>
          <Text size="sm" c="dimmed" mt={4} mb="md" flex={1}>
            {t(`automations:templates.${name}.hint`)}
          </Text>
          <Button
            variant="default"
            aria-label={`${t('automations:useTemplate')}: ${t(`automations:templates.${name}.name`)}`}
            onClick={() => onUse(all[name])}
          >
            {t('automations:useTemplate')}
          </Button>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function useTemplates(): Record<(typeof TEMPLATES)[number], AutomationFields> {
  const { t } = useTexts();
  return {
    urgent: {
      ...EMPTY,
      name: t('automations:templates.urgent.name'),
      conditions: {
        match: 'all',
        items: [{ kind: 'words', not: false, words: t('automations:templates.urgent.words').split(', ') }],
      },
      effects: [{ kind: 'note', text: t('automations:templates.urgent.note') }],
    },
    night: {
      ...EMPTY,
      name: t('automations:templates.night.name'),
      cause: { kind: 'opened' },
      conditions: { match: 'all', items: [{ kind: 'hours', not: true }] },
      effects: [{ kind: 'say', text: t('automations:templates.night.text', LITERAL) }],
    },
    silent: {
      ...EMPTY,
      name: t('automations:templates.silent.name'),
      cause: { kind: 'silent', minutes: 24 * 60 },
      effects: [
        { kind: 'say', text: t('automations:templates.silent.text') },
        { kind: 'finish', silent: true },
      ],
    },
  };
}

/** These stay variables: the customer's own values take their places. */
const LITERAL = { greeting: '{{greeting}}', firstName: '{{firstName}}' };
