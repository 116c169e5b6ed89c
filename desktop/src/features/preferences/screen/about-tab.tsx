import { Button, CopyButton, Group, Table } from '@mantine/core';
import { IconClipboard, IconClipboardCheck, IconFileDownload } from '@tabler/icons-react';
import { Panel } from '../../../renderer/components/page.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { saveText } from '../../../renderer/kit/save-file.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './preferences.module.css';

/** The version and state of this console, and its log without customers' data. */
export function AboutTab() {
  const { t } = useTexts();
  const { data } = useBridgeQuery('diagnostics.get', null);
  const log = useBridgeCommand('diagnostics.log');
  if (!data) return null;
  const { version, system, runtime, serverUrl, dataDir, phase, queued } = data;
  const facts: [string, string][] = [
    [t('preferences:about.version'), version],
    [t('preferences:about.system'), `${system}, ${runtime}`],
    [t('preferences:about.server'), serverUrl],
    [t('preferences:about.connection'), t(`layout:sync.${phase}`)],
    [t('preferences:about.queued'), String(queued)],
    [t('preferences:about.folder'), dataDir],
  ];
  const save = () =>
    void log.mutateAsync(null).then(
      (text) => saveText(`balcao-${new Date().toISOString().slice(0, 10)}.log`, text, 'text/plain'),
      () => {
        // A toast has reported it.
      },
    );
  return (
    <Panel>
      <Table verticalSpacing="sm" horizontalSpacing="lg">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th className={classes.fact} scope="row">
                {name}
              </Table.Th>
              <Table.Td className={classes.value}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <div className={classes.foot}>
        <p>{t('preferences:about.logHint')}</p>
        <Group gap="xs">
          <CopyButton value={facts.map((fact) => fact.join(': ')).join('\n')}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? (
                    <IconClipboardCheck size={16} aria-hidden />
                  ) : (
                    <IconClipboard size={16} aria-hidden />
                  )
                }
                onClick={copy}
              >
                {copied ? t('common:copied') : t('common:copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconFileDownload size={16} aria-hidden />}
            loading={log.isPending}
            onClick={save}
          >
            {t('preferences:about.saveLog')}
          </Button>
        </Group>
      </div>
    </Panel>
  );
}
