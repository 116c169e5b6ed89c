import { create } from 'zustand';

const NARROW_SCREEN_PX = 600;

const query = matchMedia(`(max-width: ${NARROW_SCREEN_PX - 1}px)`);

/**
 * Phone-sized: one screen at a time. The stylesheets use the same width. The browser is queried once: it answers slowly
 * while a conversation is drawn.
 */
export const useNarrow = create<boolean>(() => query.matches);
query.addEventListener('change', () => useNarrow.setState(query.matches, true));
