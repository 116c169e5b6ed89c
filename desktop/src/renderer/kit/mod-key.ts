/** What the key is called that goes with letters in shortcuts. */
export const MOD = /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl';
