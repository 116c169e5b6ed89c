import {
  type MessageTemplate,
  TEMPLATE_BLANKS,
  type TemplateChoice,
} from '@balcao/shared/features/message-templates/row.ts';
import { blanksOf } from '@balcao/shared/features/message-templates/template-text.ts';
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import { TemplatePreview } from './template-preview.tsx';

interface Props {
  templates: readonly MessageTemplate[];
  /** Null: none was chosen yet. */
  value: TemplateChoice | null;
  onChange: (choice: TemplateChoice | null) => void;
  /** What stands in the first blank of the body when a template is chosen: most begin with the customer's name. */
  greeted: string;
  /** As it will be read, where that is not what stands in the fields. */
  shown?: (parameter: string) => string;
  error?: string | null;
  hint?: string;
  disabled?: boolean;
}

const keyOf = ({ name, language }: Pick<MessageTemplate, 'name' | 'language'>) => `${name} ${language}`;

/** The approved text of a choice; undefined when it is not there, or not any more. */
export const chosenOf = (templates: readonly MessageTemplate[], choice: TemplateChoice | null) =>
  choice ? templates.find((one) => keyOf(one) === keyOf(choice)) : undefined;

/** Whether nothing is missing. */
export const isComplete = (template: MessageTemplate | undefined, choice: TemplateChoice | null): boolean =>
  template !== undefined &&
  choice !== null &&
  choice.parameters.length === blanksOf(template).length &&
  choice.parameters.every((text) => text.trim() !== '');

/** One of the approved texts, what fills its blanks, and how it reads. */
export function TemplateFields({ templates, value, onChange, greeted, shown, error, hint, disabled }: Props) {
  const { t } = useTexts();
  const template = chosenOf(templates, value);
  const blanks = template ? blanksOf(template) : [];
  const choose = (key: string | null) => {
    const chosen = templates.find((one) => keyOf(one) === key);
    if (!chosen) return onChange(null);
    const places = blanksOf(chosen);
    const first = places.findIndex(({ part }) => part === 'body');
    const parameters = places.map((_blank, place) => (place === first ? greeted : ''));
    onChange({ name: chosen.name, language: chosen.language, parameters });
  };
  const fill = (place: number, text: string) => {
    if (!value) return;
    onChange({
      ...value,
      parameters: blanks.map((_blank, at) => (at === place ? text : (value.parameters[at] ?? ''))),
    });
  };
  return (
    <Stack gap="sm">
      <Select
        label={t('common:template.label')}
        description={hint}
        placeholder={t('common:template.choose')}
        nothingFoundMessage={t('common:noResults')}
        data={templates.map((one) => ({ value: keyOf(one), label: `${one.name} (${one.language})` }))}
        value={value && template ? keyOf(value) : null}
        onChange={choose}
        error={error}
        disabled={disabled === true}
        searchable
        required
        data-autofocus
      />
      {value && !template ? (
        <Text size="sm" c="var(--danger)">
          {t('common:template.gone', { name: value.name })}
        </Text>
      ) : null}
      {blanks.map(({ part, name }, place) => (
        <TextInput
          key={`${part} ${name}`}
          label={t(part === 'header' ? 'common:template.inHeader' : 'common:template.inBody', { name })}
          maxLength={TEMPLATE_BLANKS.chars}
          value={value?.parameters[place] ?? ''}
          disabled={disabled === true}
          onChange={(event) => fill(place, event.currentTarget.value)}
          required
        />
      ))}
      {template ? (
        <TemplatePreview
          template={template}
          parameters={(value?.parameters ?? []).map((text) => (shown && text ? shown(text) : text))}
        />
      ) : null}
    </Stack>
  );
}
