import * as v from 'valibot'

/** What a program of a partner may do; each call that programs may make names one. */
export const SCOPES = ['appointments:read', 'appointments:write', 'records:read'] as const
export const Scope = v.picklist(SCOPES)
export type Scope = v.InferOutput<typeof Scope>
