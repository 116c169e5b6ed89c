import { getPromptUsage, type PromptUsage } from '@balcao/shared/features/prompts/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { Button, NumberInput, Popover, Progress } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import classes from './prompts.module.css';

/** Little is left from here on. */
const NEARLY = 0.8;
const MAX_LIMIT = 999_999_999_999;

/** What the AI has used this month, and how much it may. */
export function UsageLine() {
  const { t } = useTexts();
  const format = useFormat();
  const { data: usage } = useApiQuery(getPromptUsage, {});
  if (!usage) return null;
  const { calls, limit } = usage;
  const used = usage.promptTokens + usage.completionTokens;
  const isSpent = limit !== null && used >= limit;
  const part = limit ? Math.min(used / limit, 1) : 1;
  const answers =
    calls === 0
      ? t('prompts:usage.none')
      : t('prompts:usage.answers', { count: calls, shown: format.number(calls) });
  const tokens =
    limit === null
      ? t('prompts:usage.tokens', { count: used, shown: format.number(used) })
      : t('prompts:usage.ofLimit', { used: format.number(used), limit: format.number(limit) });
  const { falseSources, proposalsKept, proposalsDropped } = usage;
  const parts = [
    answers,
    ...(calls === 0 && limit === null ? [] : [tokens]),
    ...(proposalsKept + proposalsDropped === 0
      ? []
      : [
          t('prompts:usage.kept', { count: proposalsKept, shown: format.number(proposalsKept) }),
          t('prompts:usage.dropped', { shown: format.number(proposalsDropped) }),
        ]),
    ...(falseSources === 0
      ? []
      : [t('prompts:usage.falseSources', { count: falseSources, shown: format.number(falseSources) })]),
  ];
  return (
    <div className={classes.usage}>
      <span>{t('prompts:usage.line', { used: parts.join(' · ') })}</span>
      {limit === null ? null : (
        <Progress.Root className={classes.bar} size="sm">
          <Progress.Section
            value={part * 100}
            color={isSpent ? 'red' : part >= NEARLY ? 'yellow' : 'teal'}
            aria-label={t('prompts:usage.bar')}
          />
        </Progress.Root>
      )}
      <LimitButton key={limit} usage={usage} />
      {isSpent ? <p className={classes.spent}>{t('prompts:usage.spent')}</p> : null}
    </div>
  );
}

function LimitButton({ usage: { limit } }: { usage: PromptUsage }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState<number | string>(limit ?? '');
  const save = useApiCommand(updateSetting, { also: ['prompt'] });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const saved = save.mutateAsync({ params: { key: 'aiMonthlyTokens' }, body: { value: String(value) } });
    void whenSaved(saved, t('prompts:usage.saved'), () => setOpen(false));
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus withArrow>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(!isOpen)}>
          {t(limit === null ? 'prompts:usage.setLimit' : 'prompts:usage.changeLimit')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes.limit} onSubmit={submit}>
          <NumberInput
            label={t('prompts:usage.limit')}
            description={t('prompts:usage.limitHint')}
            min={0}
            max={MAX_LIMIT}
            allowDecimal={false}
            clampBehavior="strict"
            value={value}
            onChange={setValue}
            data-autofocus
          />
          <Button type="submit" size="xs" loading={save.isPending}>
            {t('common:save')}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
