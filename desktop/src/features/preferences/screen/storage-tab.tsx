import type { MethodInput } from '@balcao/shared/bridge/methods.ts';
import type { StorageSettings } from '@balcao/shared/features/storage/bridge.ts';
import { Button, Select, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { OptionGroup, OptionRow } from '../../../renderer/components/option-row.tsx';
import { bridgeKey, useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './preferences.module.css';

type Limit = Exclude<keyof StorageSettings, 'sealed'>;

const CHOICES = {
  days: [7, 30, 90, 180, 365],
  cacheMegabytes: [512, 1_024, 2_048, 4_096, 8_192],
  mediaMegabytes: [256, 512, 1_024, 2_048, 5_120, 10_240],
} as const satisfies Record<Limit, readonly number[]>;

const MEGABYTE = 1024 ** 2;

/** The data this computer keeps, for how long, and how to clear it. */
export function StorageTab() {
  return (
    <Stack gap="lg">
      <Kept />
      <Unsent />
      <Protection />
      <Limits />
    </Stack>
  );
}

function useSize(): (bytes: number) => string {
  const { t } = useTexts();
  const format = useFormat();
  return (bytes) =>
    bytes >= 1_024 * MEGABYTE
      ? t('preferences:storage.gigabytes', { size: format.number(Math.round(bytes / MEGABYTE / 102.4) / 10) })
      : t('preferences:storage.megabytes', { size: format.number(Math.round((bytes / MEGABYTE) * 10) / 10) });
}

function useClear() {
  const { t } = useTexts();
  const client = useQueryClient();
  const { mutateAsync, isPending } = useBridgeCommand('storage.clear');
  const clear = (what: MethodInput<'storage.clear'>['what']) =>
    mutateAsync({ what }).then(
      (usage) => {
        client.setQueryData(bridgeKey('storage.usage', null), usage);
        void client.invalidateQueries({ queryKey: bridgeKey('storage.protection', null) });
        showToast(t('preferences:storage.cleared'));
      },
      // A toast has reported it.
      () => {},
    );
  return { clear, isPending };
}

/** Copies of the server's data: when cleared they are fetched again. */
function Kept() {
  const { t } = useTexts();
  const format = useFormat();
  const size = useSize();
  const { data: usage } = useBridgeQuery('storage.usage', null);
  const { clear, isPending } = useClear();
  if (!usage) return null;
  const { conversations, messages, contacts, cacheBytes, files, fileBytes } = usage;
  return (
    <OptionGroup title={t('preferences:storage.kept')}>
      <OptionRow
        label={t('preferences:storage.rows', { size: size(cacheBytes) })}
        hint={t('preferences:storage.rowsHint', {
          conversations: format.number(conversations),
          messages: format.number(messages),
          contacts: format.number(contacts),
        })}
      >
        {() => (
          <Button variant="default" loading={isPending} onClick={() => clear('conversations')}>
            {t('preferences:storage.clearRows')}
          </Button>
        )}
      </OptionRow>
      <OptionRow
        label={t('preferences:storage.files', { size: size(fileBytes) })}
        hint={t('preferences:storage.filesHint', { count: files })}
      >
        {() => (
          <Button variant="default" loading={isPending} disabled={files === 0} onClick={() => clear('files')}>
            {t('preferences:storage.clearFiles')}
          </Button>
        )}
      </OptionRow>
    </OptionGroup>
  );
}

/** Written here and nowhere else: never cleared without a question. */
function Unsent() {
  const { t } = useTexts();
  const size = useSize();
  const { data: usage } = useBridgeQuery('storage.usage', null);
  const { clear, isPending } = useClear();
  const confirm = useConfirm();
  if (!usage) return null;
  const { drafts, commands, unsentFiles, unsentBytes } = usage;
  const ask = () =>
    confirm(
      {
        title: t('preferences:storage.clearDraftsTitle'),
        text: t('preferences:storage.clearDraftsHint', { count: drafts }),
        confirm: t('preferences:storage.clearDrafts'),
      },
      () => clear('drafts'),
    );
  return (
    <OptionGroup title={t('preferences:storage.unsent')}>
      <OptionRow
        label={t('preferences:storage.drafts', { count: drafts })}
        hint={t('preferences:storage.draftsHint', { count: unsentFiles, size: size(unsentBytes) })}
      >
        {() => (
          <Button variant="default" loading={isPending} disabled={drafts === 0} onClick={ask}>
            {t('preferences:storage.clearDrafts')}
          </Button>
        )}
      </OptionRow>
      <OptionRow
        label={t('preferences:storage.commands', { count: commands })}
        hint={t('preferences:storage.commandsHint')}
      >
        {() => (
          <Button variant="default" onClick={() => navigate('/outbox')}>
            {t('preferences:storage.seeOutbox')}
          </Button>
        )}
      </OptionRow>
    </OptionGroup>
  );
}

/** Protects the data above from other readers of this computer's disk: encrypted with a key that the system keeps. */
function Protection() {
  const { t } = useTexts();
  const { data: protection } = useBridgeQuery('storage.protection', null);
  const { mutate: protect, isPending, isSuccess, variables } = useBridgeCommand('storage.protect');
  const { clear } = useClear();
  const confirm = useConfirm();
  if (!protection) return null;
  const { possible, sealed, wanted, locked } = protection;
  // Until the console that has started again says what it was asked to be.
  const isChanging = isPending || (isSuccess && variables.sealed !== wanted);
  const ask = () =>
    confirm(
      {
        title: t('preferences:storage.dropLockedTitle'),
        text: t('preferences:storage.dropLockedHint'),
        confirm: t('preferences:storage.dropLocked'),
      },
      () => clear('locked'),
    );
  const hint = possible ? (sealed === wanted ? 'sealHint' : 'sealFailed') : 'sealImpossible';
  return (
    <OptionGroup title={t('preferences:storage.protection')}>
      <OptionRow label={t('preferences:storage.seal')} hint={t(`preferences:storage.${hint}`)}>
        {(label) => (
          <Switch
            aria-labelledby={label}
            checked={isChanging ? variables.sealed : sealed}
            disabled={!possible || isChanging}
            onChange={(event) => protect({ sealed: event.currentTarget.checked })}
          />
        )}
      </OptionRow>
      {locked > 0 ? (
        <OptionRow label={t('preferences:storage.locked')} hint={t('preferences:storage.lockedHint')}>
          {() => (
            <Button variant="default" onClick={ask}>
              {t('preferences:storage.dropLocked')}
            </Button>
          )}
        </OptionRow>
      ) : null}
    </OptionGroup>
  );
}

function Limits() {
  const { t } = useTexts();
  const size = useSize();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: save } = useBridgeCommand('settings.set');
  if (!settings) return null;
  const { storage } = settings;
  const words = (part: Limit, value: number) =>
    part === 'days' ? t('preferences:storage.dayCount', { count: value }) : size(value * MEGABYTE);
  return (
    <OptionGroup title={t('preferences:storage.limits')}>
      {(['days', 'cacheMegabytes', 'mediaMegabytes'] as const).map((part) => {
        const values = [...new Set<number>([...CHOICES[part], storage[part]])].sort((a, b) => a - b);
        return (
          <OptionRow
            key={part}
            label={t(`preferences:storage.${part}`)}
            hint={t(`preferences:storage.${part}Hint`)}
          >
            {(label) => (
              <Select
                className={classes.field}
                aria-labelledby={label}
                allowDeselect={false}
                data={values.map((value) => ({ value: String(value), label: words(part, value) }))}
                value={String(storage[part])}
                onChange={(value) => value && save({ storage: { ...storage, [part]: Number(value) } })}
              />
            )}
          </OptionRow>
        );
      })}
    </OptionGroup>
  );
}
