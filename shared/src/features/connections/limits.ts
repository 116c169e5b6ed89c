/** QR codes offered before a connection gives up with TIMEOUT. */
export const QR_OFFERS = 5;
