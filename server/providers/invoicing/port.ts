import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import type { Checkable } from '../provider-check.ts'

export { ProviderDown } from '../provider-down.ts'

/** The customer of an invoice: only what the tax office requires. */
export interface InvoiceClient {
  /** Our patient id; the provider has one client for each. */
  reference: string
  name: string
  /** Eleven digits. */
  cpf: string | undefined
  email: string
  address: Address | undefined
}

/** The billed service. It reveals nothing about the care: the partner's service code names it. */
export interface InvoicedService {
  /** Id of the payment; the provider has one service for each. */
  reference: string
  clientRef: string
  /** Minor units, tax included. */
  amount: number
  currency: Currency
  /** YYYY-MM-DD in the partner's time zone. */
  day: string
}

/** `billed`: the invoice was requested and has no number yet. `issued` is final. */
export type ServiceState =
  | { ref: string; state: 'created' | 'billed' | 'cancelled' }
  | { ref: string; state: 'issued'; number: string | undefined }

/** The provider refused, and a retry would not help. `code` is the provider's and safe to log: it names no person. */
export class InvoiceRefused extends Error {
  override readonly name = 'InvoiceRefused'
  readonly code: string
  constructor(code: string) {
    super(`the invoice was refused: ${code}`)
    this.code = code
  }
}

/**
 * Invoices of payments. Every call throws InvoiceRefused or ProviderDown. The caller must send writes in sequence:
 * the provider accepts no concurrent ones.
 */
export interface Invoicing extends Checkable {
  provider: Vendor<'invoicing'>
  /** Returns the provider's id of the client. */
  saveClient(client: InvoiceClient): Promise<string>
  /** Returns the current state when the service already exists. */
  createService(service: InvoicedService): Promise<ServiceState>
  /**
   * By our reference; undefined when the provider has no such service. The provider refuses a repeated query within a
   * minute.
   */
  fetchServiceState(reference: string): Promise<ServiceState | undefined>
  /** Not idempotent: query first whether the service is billed. */
  bill(serviceRef: string): Promise<void>
}
