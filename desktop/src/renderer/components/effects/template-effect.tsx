import { listTemplates } from '@balcao/shared/features/connections/calls.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import { OFFERED_VARIABLES } from '@balcao/shared/text/variables.ts';
import { Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { TemplateFields } from '../message-template/template-fields.tsx';
import { QueryView } from '../query-view.tsx';
import { IdField } from './id-fields.tsx';
import { type AnyEffect, NO_TEMPLATE } from './new-effect.ts';
import classes from './parts.module.css';
import type { Choices } from './use-choices.ts';

type Effect = Extract<AnyEffect, { kind: 'template' }>;

interface Props {
  effect: Effect;
  choices: Choices;
  onChange: (effect: Effect) => void;
}

/** Which approved text, of which connection, and what fills its blanks. */
export function TemplateEffect({ effect, choices, onChange }: Props) {
  const { t } = useTexts();
  const { connectionId, template } = effect;
  return (
    <Stack gap="xs" className={classes.value}>
      <IdField
        label={t('automations:template.connection')}
        choices={choices.templateConnections}
        value={connectionId}
        onChange={(id) => onChange({ ...effect, connectionId: id, template: NO_TEMPLATE })}
      />
      {choices.templateConnections.length === 0 ? (
        <Text size="sm" c="var(--text-muted)">
          {t('automations:template.noConnection')}
        </Text>
      ) : null}
      {connectionId === 0 ? null : (
        <TemplateOf
          connectionId={connectionId}
          value={template.name === '' ? null : template}
          onChange={(choice) => onChange({ ...effect, template: choice ?? NO_TEMPLATE })}
        />
      )}
    </Stack>
  );
}

function TemplateOf({
  connectionId,
  ...field
}: {
  connectionId: number;
  value: TemplateChoice | null;
  onChange: (choice: TemplateChoice | null) => void;
}) {
  const { t } = useTexts();
  const query = useApiQuery(listTemplates, { params: { whatsappId: connectionId } });
  const names = OFFERED_VARIABLES.map((name) => `{{${name}}}`).join(' ');
  return (
    <QueryView query={query}>
      {(templates) => (
        <>
          <TemplateFields
            templates={templates}
            greeted="{{firstName}}"
            hint={t('automations:template.hint')}
            {...field}
          />
          <Text size="xs" c="var(--text-muted)">
            {t('automations:template.variables', { names })}
          </Text>
        </>
      )}
    </QueryView>
  );
}
