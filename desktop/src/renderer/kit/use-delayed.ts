import { useEffect, useState } from 'react';

/** True once `flag` has been true for `ms` without a break; false again at once. Keeps short waits from flickering. */
export function useDelayed(flag: boolean, ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!flag) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [flag, ms]);
  return flag && late;
}
