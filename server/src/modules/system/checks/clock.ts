import { type Check, found } from './check.ts';

/** Consoles, sign-ins and codes for a second factor bear more; what hurts is a clock that nothing sets any more. */
const MOST_S = 5;

/** This machine's clock against the database's. */
export const clock: Check = ({ now, installation }) => {
  const seconds = Math.round(Math.abs(now.getTime() - installation.now.getTime()) / 1_000);
  return [seconds > MOST_S ? found('clockWrong', { seconds }) : found('clockRight')];
};
