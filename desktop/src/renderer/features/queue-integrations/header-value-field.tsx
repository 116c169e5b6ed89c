import { CloseButton, TextInput } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import type { IntegrationForm } from './use-integration-form.ts';

/** A secret comes as a mask, which typing replaces; only its button removes it. */
export function HeaderValueField({ form }: { form: IntegrationForm }) {
  const { t } = useTexts();
  const stored = form.getInitialValues().headerValue;
  const isMasked = stored !== '' && form.values.headerValue === stored;
  const { onFocus, onBlur, ...props } = form.getInputProps('headerValue');
  return (
    <TextInput
      label={t('queueIntegrations:headerValue')}
      description={t('queueIntegrations:headerValueHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      {...props}
      onFocus={(event) => {
        onFocus?.(event);
        if (isMasked) event.currentTarget.select();
      }}
      onBlur={onBlur}
      rightSection={
        isMasked ? (
          <CloseButton
            size="sm"
            aria-label={t('common:clear')}
            onClick={() => form.setFieldValue('headerValue', '')}
          />
        ) : null
      }
    />
  );
}
