import { Button, Group, Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../kit/use-texts.ts';

export interface TextFieldProps {
  label: string;
  description?: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
  error?: ReactNode;
  minRows?: number;
  readOnly?: boolean;
}

interface Props extends TextFieldProps {
  /** A variable as the text holds it, braces and all, and what people call it. */
  offered: readonly { variable: string; called: string }[];
}

/** A text for customers, with buttons that put a variable where one writes. */
export function VariableField({ label, value, onChange, minRows = 2, offered, ...props }: Props) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);

  function insert(variable: string): void {
    const area = field.current;
    if (!area) return;
    area.setRangeText(variable, area.selectionStart, area.selectionEnd, 'end');
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
      {props.readOnly ? null : (
        <Group gap={4} mt={6} role="group" aria-label={t('common:variablesOf', { label })}>
          {offered.map(({ variable, called }) => (
            <Button
              key={variable}
              size="compact-xs"
              variant="default"
              fw={500}
              title={variable}
              onClick={() => insert(variable)}
            >
              {called}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
}
