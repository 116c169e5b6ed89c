import { HabitFields } from './habit-fields.tsx';
import { useHabits } from './use-habits.ts';

/** The choices of the composer's own menu, for users who look for them among their preferences. */
export const WritingChoices = () => <HabitFields {...useHabits()} />;
