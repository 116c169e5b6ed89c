import { VARIABLES } from '@balcao/shared/domain/variables.ts';
import { Button, Group, Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../app/use-texts.ts';

interface Props {
  label: string;
  description?: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  minRows?: number;
}

/** Other words for greeting and hour, which older texts use. */
const OFFERED = VARIABLES.filter((name) => name !== 'ms' && name !== 'hora');

/** A text for customers, with buttons that put a variable where one writes (behaviours, section 14). */
export function TemplateField({ label, value, onChange, minRows = 2, ...props }: Props) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);

  function insert(name: string): void {
    const area = field.current;
    if (!area) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, 'end');
    onChange(area.value);
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
        {OFFERED.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            fw={500}
            title={`{{${name}}}`}
            onClick={() => insert(name)}
          >
            {t(`common:variables.${name}`)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
