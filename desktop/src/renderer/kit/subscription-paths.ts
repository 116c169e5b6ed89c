export const SUBSCRIPTION = '/subscription';
/** The address ends in it while the dialog is open that says how to subscribe. */
export const SUBSCRIBE = 'subscribe';
/** Where somebody is led who wants to pay. */
export const PAY = '/financeiro';
