import { whenAddressIsAsked } from '@cuida/core/checkout/invoice/address-later.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { findAddress } from '../../profile/address/address-store.ts'
import { patientsOf } from '../../profile/store.ts'
import { InvoiceRefused, type Invoicing, ProviderDown, type ServiceState } from '../../providers/invoicing/port.ts'
import type { Services } from '../../services.ts'
import {
  lockInvoicing,
  markDueAsIssued,
  noteBilling,
  type OpenInvoice,
  postponeInvoices,
  saveClientRef,
  saveIssued,
  saveRefused,
  saveServiceRef,
  saveVoid,
  takeDue,
} from './invoice-store.ts'

/** Issues due invoices at the provider, or marks them as issued when the partner's own accountant writes them. */
export async function issueInvoices(services: Services): Promise<void> {
  const { invoicing } = services.providers
  if (invoicing) return writeDue({ ...services, invoicing })
  await markDueAsIssued(services.db)
}

type Writing = Services & { invoicing: Invoicing }

/**
 * Issues due invoices one after the other, in one process at a time: the provider does not accept concurrent writes.
 * All progress is in the database, so it may run at any time and any number of times, and no order waits for it.
 */
async function writeDue(services: Writing): Promise<void> {
  const { db, env, log, config, invoicing } = services
  const waitsForAddress = whenAddressIsAsked(config) === 'after paying'
  const turn = await lockInvoicing(env.DATABASE_URL)
  if (!turn) return
  try {
    for (;;) {
      const invoice = await takeDue(db, invoicing.provider, waitsForAddress)
      if (!invoice) return
      await issue(services, invoice, turn.check)
    }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn('the invoicing provider is unavailable', { provider: invoicing.provider, error })
    await postponeInvoices(db)
  } finally {
    await turn.end()
  }
}

type Check = () => Promise<void>

async function issue(services: Writing, invoice: OpenInvoice, check: Check): Promise<void> {
  try {
    const clientRef = invoice.clientRef ?? (await saveClient(services, invoice))
    const state = await serviceOf(services, { ...invoice, clientRef })
    await billService(services, invoice, state, check)
  } catch (error) {
    if (!(error instanceof InvoiceRefused)) throw error
    await saveRefused(services.db, invoice.id, error.code)
    // The log has the refusal code and the order's id only: the provider's message would name the patient.
    services.log.error('the provider refused an invoice', { orderId: invoice.reference, error })
  }
}

/**
 * Registers the account holder as the client, whoever the patient is. A closed account is refused with HOLDER_LEFT,
 * for a person to decide, and so is an address that was asked after paying and never given.
 */
async function saveClient(
  { db, config, invoicing }: Writing,
  { id, accountId, billingAddress }: OpenInvoice,
): Promise<string> {
  const [holder] = await patientsOf(db, accountId)
  if (!holder) throw new InvoiceRefused('HOLDER_LEFT')
  const address = billingAddress ?? (await findAddress(db, holder.id, 'billing')).address ?? undefined
  if (!address && whenAddressIsAsked(config) === 'after paying') throw new InvoiceRefused('ADDRESS_MISSING')
  const ref = await invoicing.saveClient({
    reference: holder.id,
    name: `${holder.firstName} ${holder.lastName}`,
    cpf: holder.cpf,
    email: holder.email,
    address,
  })
  failpoint('invoice.client-saved')
  await saveClientRef(db, id, ref)
  return ref
}

/** `isAsked`: the provider has just reported this state, and is not asked again within a minute. */
type Seen = ServiceState & { isAsked: boolean }

async function serviceOf(services: Writing, invoice: OpenInvoice & { clientRef: string }): Promise<Seen> {
  const { db, config, invoicing } = services
  const { id, reference, clientRef, amount, currency, paidAt, serviceRef } = invoice
  if (serviceRef) {
    const known = await invoicing.fetchServiceState(reference)
    if (!known) throw new InvoiceRefused('SERVICE_LOST')
    return { ...known, isAsked: true }
  }
  const { day } = localTime(config.timeZone, paidAt)
  const service = await invoicing.createService({ reference, clientRef, amount, currency, day })
  failpoint('invoice.service-created')
  await saveServiceRef(db, id, service.ref)
  // On a retry the service may have existed already, and then its state was looked up; on the first try we have just
  // created it.
  return { ...service, isAsked: invoice.tries > 1 }
}

/** Bills once: a retry looks up the state first. The city may take its time to assign the number. */
async function billService(
  { db, invoicing }: Writing,
  { id, reference }: OpenInvoice,
  serviceState: Seen,
  check: Check,
) {
  if (serviceState.state === 'cancelled') return saveVoid(db, id)
  if (serviceState.state === 'issued') return keepNumber(serviceState.number)
  if (serviceState.state === 'billed') return
  if (!(await noteBilling(db, id))) return saveVoid(db, id)
  failpoint('invoice.billing-noted')
  await check()
  await invoicing.bill(serviceState.ref)
  failpoint('invoice.billed')
  const now = serviceState.isAsked ? undefined : await invoicing.fetchServiceState(reference)
  if (now?.state === 'issued') await keepNumber(now.number)

  async function keepNumber(number: string | undefined) {
    failpoint('invoice.number-known')
    await saveIssued(db, id, number)
  }
}
