import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { listImports } from '@balcao/shared/features/contacts/imports.ts';
import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../kit/api-query.ts';
import { serverNow } from '../../kit/server-now.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { useLookAgain, useSeenImports } from './import-progress.ts';
import type { ImportTarget } from './import-target.ts';
import { ImportProgress } from './import-watch.tsx';

type ListedImport = RouteOutput<typeof listImports>['imports'][number];

const DAY_MS = 86_400_000;
const endedToday = ({ finishedAt }: ListedImport) =>
  finishedAt !== null && serverNow().getTime() - Date.parse(finishedAt) < DAY_MS;

interface Props {
  target: ImportTarget;
  userId: number;
  onShow: (importId: string) => void;
}

/** The user's own import under way, or the result of the last one: until they have seen it, for a day at most. */
export function ImportNotice({ target, userId, onShow }: Props) {
  const { t } = useTexts();
  const input = { params: target.params, query: {} };
  const { data, refetch } = useApiQuery(target.list, input);
  const { seen, see } = useSeenImports();
  const own = data?.imports.filter((one) => one.userId === userId) ?? [];
  const running = own.find(({ state }) => state === 'running');
  useLookAgain(running !== undefined, refetch, target.group);
  const shown = running ?? own.find(({ state }) => state !== 'draft');
  if (!shown || !(running || (endedToday(shown) && !seen.has(shown.id)))) return null;
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} size="sm" truncate>
            <bdi>{shown.fileName || t('contacts:importFromPhone')}</bdi>
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-sm" variant="default" onClick={() => onShow(shown.id)}>
              {t('contacts:importShow')}
            </Button>
            {running ? null : (
              <CloseButton size="sm" aria-label={t('common:close')} onClick={() => see(shown.id)} />
            )}
          </Group>
        </Group>
        <ImportProgress view={shown} />
      </Stack>
    </Paper>
  );
}
