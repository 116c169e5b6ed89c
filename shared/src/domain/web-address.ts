/** Without a name and password: what opens a door does not belong into an address, which is shown and logged. */
const WEB_ADDRESS = /^https?:\/\/[^\s/@?#]+([/?#]\S*)?$/i;

/** Whether a typed text is an address that programs can be asked at: `https://n8n.example.com/webhook/1`. */
export const isWebAddress = (text: string): boolean => WEB_ADDRESS.test(text);
