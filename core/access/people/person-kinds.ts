import * as v from 'valibot'

export const Sex = v.picklist(['Male', 'Female', 'PreferNotToSay'])
export type Sex = v.InferOutput<typeof Sex>
export const DocumentType = v.picklist(['DNI', 'NIE', 'PASSPORT'])
export type DocumentType = v.InferOutput<typeof DocumentType>
