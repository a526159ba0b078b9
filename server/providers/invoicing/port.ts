import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Vendor } from '@cuida/core/kit/vendors/vendors.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'

export { ProviderDown } from '../provider-down.ts'

/** Whom the invoice is for: what the tax office asks, and no more. */
export interface InvoiceClient {
  /** Our patient id: the same one twice is one client. */
  reference: string
  name: string
  /** Eleven digits. */
  cpf: string | undefined
  email: string
  address: Address | undefined
}

/** What was done. It says nothing of what the care was about: the partner's own service code names it. */
export interface InvoicedService {
  /** The id of what was paid: the same one twice is one service. */
  reference: string
  clientRef: string
  /** Minor units, with tax. */
  amount: number
  currency: Currency
  /** YYYY-MM-DD on the partner's clock. */
  day: string
}

/** `billed`: an invoice was asked for and has no number yet. `issued`: nothing more will be said. */
export type ServiceState =
  | { ref: string; state: 'created' | 'billed' | 'cancelled' }
  | { ref: string; state: 'issued'; number: string | undefined }

/** The provider will not, and asking again changes nothing. `code` is its own, fit for a log: it names nobody. */
export class InvoiceRefused extends Error {
  override readonly name = 'InvoiceRefused'
  readonly code: string
  constructor(code: string) {
    super(`the invoice was refused: ${code}`)
    this.code = code
  }
}

/**
 * Invoices of what was paid. Every call throws InvoiceRefused or ProviderDown. Writes are sent one after the other, by
 * whoever calls: the provider takes no two at once.
 */
export interface Invoicing {
  provider: Vendor<'invoicing'>
  /** The provider's name for the client. */
  saveClient(client: InvoiceClient): Promise<string>
  /** One that is there already is told as it stands. */
  createService(service: InvoicedService): Promise<ServiceState>
  /** By our reference; undefined when the provider knows no such service. Not the same one twice within a minute. */
  fetchPaymentUpdate(reference: string): Promise<ServiceState | undefined>
  /** Not idempotent: look first whether it was done. */
  bill(serviceRef: string): Promise<void>
}
