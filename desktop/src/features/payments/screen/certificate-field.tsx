import { Button, Group, Input, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { FileButton } from '../../../renderer/components/file-button.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { toBase64 } from '../../../renderer/kit/to-base64.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export interface ChosenCertificate {
  name: string;
  /** Base64. */
  bytes: string;
}

/** A certificate with its key, and all who vouch for it, is far smaller. */
const MAX_BYTES = 45_000;

interface Props {
  /** The last moment of the one that is kept; null: there is none. */
  until: string | null;
  value?: ChosenCertificate | null;
  onChange?: (chosen: ChosenCertificate) => void;
}

/** A file that goes up with the form, and never comes back. */
export function CertificateField({ until, value, onChange }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const label = t('payments:gateway.certificate');
  const kept = until
    ? t('payments:gateway.certificateUntil', { date: format.date(until) })
    : t('payments:gateway.certificateMissing');
  const choose = async (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return void showToast(t('payments:gateway.tooLarge'), { color: 'red' });
    onChange?.({ name: file.name, bytes: await toBase64(file) });
  };
  return (
    <Input.Wrapper
      label={label}
      description={t('payments:gateway.certificateHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      labelElement="div"
    >
      <Group gap="xs" wrap="nowrap" mih={36}>
        <FileButton
          accept=".p12,.pfx,.pem"
          inputProps={{ 'aria-label': label }}
          onChange={(file) => void choose(file)}
        >
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="xs"
              flex="none"
              leftSection={<IconCertificate size={16} stroke={1.6} aria-hidden />}
            >
              {t('payments:gateway.choose')}
            </Button>
          )}
        </FileButton>
        <Text size="sm" truncate>
          {value?.name ?? kept}
        </Text>
      </Group>
    </Input.Wrapper>
  );
}
