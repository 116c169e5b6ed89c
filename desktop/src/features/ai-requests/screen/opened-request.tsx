import { getAiRequest } from '@balcao/shared/features/ai-requests/calls.ts';
import { Stack } from '@mantine/core';
import { CodeBlock } from '../../../renderer/components/code-block.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What the AI was told, word by word, and what it said. */
export function OpenedRequest({ id }: { id: string }) {
  const { t } = useTexts();
  const query = useApiQuery(getAiRequest, { params: { requestId: id } });
  return (
    <QueryView query={query}>
      {({ messages, answer, reason }) => (
        <Stack>
          {messages.map(({ role, content }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never change, and may say the same.
            <CodeBlock key={place} title={t(`aiRequests:roles.${role}`)} text={content} />
          ))}
          {answer === '' ? null : <CodeBlock title={t('aiRequests:answer')} text={answer} />}
          {reason === '' ? null : <CodeBlock title={t('aiRequests:reason')} text={reason} />}
        </Stack>
      )}
    </QueryView>
  );
}
