import * as v from 'valibot'

/**
 * `open`: requested, or issued and waiting for its number. `void`: refunded before it was issued. `refused`: the
 * provider rejects it, and a person must act.
 */
export const InvoiceState = v.picklist(['open', 'issued', 'void', 'refused'])
export type InvoiceState = v.InferOutput<typeof InvoiceState>

/** An invoice as the patient sees it. */
export const Invoice = v.object({
  state: v.picklist(['preparing', 'issued', 'cancelling']),
  /** Set once issued. */
  number: v.nullable(v.string()),
})
export type Invoice = v.InferOutput<typeof Invoice>

export interface InvoiceRecord {
  state: InvoiceState
  number: string | null
  isRefunded: boolean
}

/** null when no invoice will follow: voided, or issued manually without a known number. */
export function patientInvoice({ state, number, isRefunded }: InvoiceRecord): Invoice | null {
  if (state === 'void' || (state === 'issued' && !number)) return null
  if (isRefunded) return { state: 'cancelling', number }
  return { state: number ? 'issued' : 'preparing', number }
}
