import * as v from 'valibot'

/** Channels from a partner to its patients. Push is enabled on each device. */
export const Channel = v.picklist(['email', 'sms', 'whatsapp', 'push'])
export type Channel = v.InferOutput<typeof Channel>
