import * as v from 'valibot'

export const ContactMethod = v.picklist(['phone', 'video'])
export type ContactMethod = v.InferOutput<typeof ContactMethod>
