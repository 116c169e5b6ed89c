/** Whether this page is a window with one ticket and nothing else. */
export const isOwnWindow = (): boolean => new URLSearchParams(window.location.search).has('alone');

/** A ticket in a window beside the others; the one that is open already comes to the front. */
export function openOwnWindow(uuid: string): void {
  window.open(`/?alone#/tickets/${uuid}`, `ticket-${uuid}`, 'popup,width=560,height=760');
}
