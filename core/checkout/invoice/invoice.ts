import * as v from 'valibot'

/**
 * `open`: on its way, or billed and waiting for its number. `void`: the money went back before there was one. `refused`:
 * the provider will not, and a person must look.
 */
export const InvoiceState = v.picklist(['open', 'issued', 'void', 'refused'])
export type InvoiceState = v.InferOutput<typeof InvoiceState>

/** What a patient sees of it. */
export const Invoice = v.object({
  state: v.picklist(['preparing', 'issued', 'cancelling']),
  /** Of an issued one. */
  number: v.nullable(v.string()),
})
export type Invoice = v.InferOutput<typeof Invoice>

export interface InvoiceFacts {
  state: InvoiceState
  number: string | null
  isRefunded: boolean
}

/** Null when there is none to wait for: given up in time, or written by hand and without a number that we know. */
export function shownInvoice({ state, number, isRefunded }: InvoiceFacts): Invoice | null {
  if (state === 'void' || (state === 'issued' && !number)) return null
  if (isRefunded) return { state: 'cancelling', number }
  return { state: number ? 'issued' : 'preparing', number }
}
