import { OFFERED_VARIABLES } from '@balcao/shared/domain/variables.ts';
import { Button, Group, Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { useTexts } from '../kit/use-texts.ts';

interface Props {
  label: string;
  description?: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  minRows?: number;
}

/** A text for customers, with buttons that put a variable, like `{{firstName}}`, where one writes. */
export function TemplateField({ label, value, onChange, minRows = 2, ...props }: Props) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: fields = [] } = useBridgeQuery('contacts.fieldNames', null);
  const offered = [
    ...OFFERED_VARIABLES.map((name) => ({ name, label: t(`common:variables.${name}`) })),
    ...fields.map((name) => ({ name, label: name })),
  ];

  function insert(name: string): void {
    const area = field.current;
    if (!area) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, 'end');
    // Sets it as typing would: React otherwise misses a text that is typed back to its previous value.
    area.dispatchEvent(new Event('input', { bubbles: true }));
    area.focus();
  }

  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={minRows}
        maxRows={10}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...props}
      />
      <Group gap={4} mt={6} role="group" aria-label={t('common:variablesOf', { label })}>
        {offered.map(({ name, label: called }) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            fw={500}
            title={`{{${name}}}`}
            onClick={() => insert(name)}
          >
            {called}
          </Button>
        ))}
      </Group>
    </div>
  );
}
