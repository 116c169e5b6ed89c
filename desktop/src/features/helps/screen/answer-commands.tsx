import { IconHelp } from '@tabler/icons-react';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { answerPath, answersFor } from './answers.ts';

/** Every written answer. Whoever has not typed anything has no question yet. */
export function AnswerCommands({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  const actions = answersFor(user).map((answer) => ({
    id: answerPath(answer),
    label: t(`helps:answers.${answer.key}.question`),
    leftSection: <IconHelp size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate(answerPath(answer)),
  }));
  return children([{ place: 'typed', heading: t('helps:title'), actions }]);
}
