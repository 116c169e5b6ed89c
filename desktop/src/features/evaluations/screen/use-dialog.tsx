import { getPrompt, updatePrompt } from '@balcao/shared/features/prompts/calls.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { TextDifferences } from '../../../renderer/components/differences/text-differences.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  promptId: number;
  name: string;
  changed: string;
  opened: boolean;
  onClose: () => void;
}

/** The words that were tried take the place of the prompt's, whose difference is seen first. */
export function UseDialog({ name, opened, onClose, ...rest }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('evaluations:useTitle', { name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Change {...rest} onClose={onClose} />
    </Modal>
  );
}

function Change({ promptId, changed, onClose }: Pick<Props, 'promptId' | 'changed' | 'onClose'>) {
  const { t } = useTexts();
  const query = useApiQuery(getPrompt, { params: { promptId } });
  const update = useApiCommand(updatePrompt);
  const use = () =>
    whenSaved(
      update.mutateAsync({ params: { promptId }, body: { prompt: changed } }),
      t('evaluations:used'),
      onClose,
    );
  return (
    <QueryView query={query}>
      {({ prompt }) => (
        <Stack>
          <Text size="sm">{t('evaluations:useHint')}</Text>
          <TextDifferences before={prompt} after={changed} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button disabled={prompt === changed} loading={update.isPending} onClick={() => void use()}>
              {t('evaluations:use')}
            </Button>
          </Group>
        </Stack>
      )}
    </QueryView>
  );
}
