import * as v from 'valibot'

/** Channels by which a partner writes to its patients. Push is a matter of each device. */
export const Channel = v.picklist(['email', 'sms', 'whatsapp', 'push'])
export type Channel = v.InferOutput<typeof Channel>
