import {
  type DesktopSettings,
  GLOBAL_SHORTCUTS,
  SPELL_LANGUAGES,
  ZOOM_STEPS,
} from '@balcao/shared/features/preferences/desktop-settings.ts';
import { Chip, Group, Select, Switch } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { OptionGroup, OptionRow } from '../../../renderer/components/option-row.tsx';
import { Panel } from '../../../renderer/components/page.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './preferences.module.css';

interface Props {
  desktop: DesktopSettings;
  save: (change: Partial<DesktopSettings>) => void;
}

/** Settings of the program around the console: only those it supports. A browser has its own settings for them. */
export function DesktopTab() {
  const { t } = useTexts();
  const { data: info } = useBridgeQuery('app.info', null);
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate } = useBridgeCommand('settings.set');
  if (!info || !settings) return null;
  const { can } = info;
  const { desktop } = settings;
  const save = (change: Partial<DesktopSettings>) => mutate({ desktop: { ...desktop, ...change } });
  const options = [
    can.autoLaunch && <Toggle key="autoLaunch" option="autoLaunch" desktop={desktop} save={save} />,
    can.tray && <Toggle key="closeToTray" option="closeToTray" desktop={desktop} save={save} />,
    can.windowsOnTop && <Toggle key="ticketsOnTop" option="ticketsOnTop" desktop={desktop} save={save} />,
    can.globalShortcut && <NextWaiting key="shortcut" desktop={desktop} save={save} />,
    can.zoom && <Zoom key="zoom" desktop={desktop} save={save} />,
    can.spellCheck && <SpellCheck key="spellCheck" desktop={desktop} save={save} />,
    can.downloads && <Toggle key="askWhereToSave" option="askWhereToSave" desktop={desktop} save={save} />,
  ].filter(Boolean);
  if (options.length > 0) return <OptionGroup title={t('preferences:tabs.desktop')}>{options}</OptionGroup>;
  return (
    <Panel>
      <StateView
        icon={IconWorld}
        title={t('preferences:desktop.none')}
        hint={t('preferences:desktop.noneHint')}
      />
    </Panel>
  );
}

function Toggle({
  option,
  desktop,
  save,
}: Props & { option: 'autoLaunch' | 'closeToTray' | 'ticketsOnTop' | 'askWhereToSave' }) {
  const { t } = useTexts();
  return (
    <OptionRow label={t(`preferences:desktop.${option}`)} hint={t(`preferences:desktop.${option}Hint`)}>
      {(label) => (
        <Switch
          aria-labelledby={label}
          checked={desktop[option]}
          onChange={(event) => save({ [option]: event.currentTarget.checked })}
        />
      )}
    </OptionRow>
  );
}

function NextWaiting({ desktop, save }: Props) {
  const { t } = useTexts();
  return (
    <OptionRow label={t('preferences:desktop.shortcut')} hint={t('preferences:desktop.shortcutHint')}>
      {(label) => (
        <Select
          className={classes.field}
          aria-labelledby={label}
          clearable
          placeholder={t('preferences:desktop.noShortcut')}
          data={GLOBAL_SHORTCUTS.map((keys) => ({
            value: keys,
            label: keys.replace('CommandOrControl', t('preferences:desktop.control')),
          }))}
          value={desktop.nextWaitingShortcut}
          onChange={(chosen) =>
            save({ nextWaitingShortcut: GLOBAL_SHORTCUTS.find((keys) => keys === chosen) ?? null })
          }
        />
      )}
    </OptionRow>
  );
}

function Zoom({ desktop, save }: Props) {
  const { t } = useTexts();
  return (
    <OptionRow label={t('preferences:desktop.zoom')} hint={t('preferences:desktop.zoomHint')}>
      {(label) => (
        <Select
          className={classes.field}
          aria-labelledby={label}
          allowDeselect={false}
          data={ZOOM_STEPS.map((step) => ({ value: String(step), label: `${Math.round(step * 100)}%` }))}
          value={String(desktop.zoom)}
          onChange={(chosen) => {
            const zoom = ZOOM_STEPS.find((step) => String(step) === chosen);
            if (zoom) save({ zoom });
          }}
        />
      )}
    </OptionRow>
  );
}

function SpellCheck({ desktop, save }: Props) {
  const { t } = useTexts();
  return (
    <OptionRow label={t('preferences:desktop.spellCheck')} hint={t('preferences:desktop.spellCheckHint')}>
      {(label) => (
        <Chip.Group
          multiple
          value={desktop.spellCheck}
          onChange={(chosen) =>
            save({ spellCheck: SPELL_LANGUAGES.filter((language) => chosen.includes(language)) })
          }
        >
          <Group gap={6} role="group" aria-labelledby={label}>
            {SPELL_LANGUAGES.map((language) => (
              <Chip key={language} value={language} size="xs" variant="light">
                {t(`common:languages.${language}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
    </OptionRow>
  );
}
