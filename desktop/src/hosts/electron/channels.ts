/** The only two IPC channels: calls from the page, answers and events to it. */
export const TO_CORE = 'balcao:to-core';
export const FROM_CORE = 'balcao:from-core';
