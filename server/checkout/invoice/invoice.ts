import { localTime } from '@cuida/core/kit/zone.ts'
import { failpoint } from '../../kit/jobs/failpoint.ts'
import { findAddress } from '../../profile/address/address-store.ts'
import { patientsOf } from '../../profile/store.ts'
import { InvoiceRefused, type Invoicing, ProviderDown, type ServiceState } from '../../providers/invoicing/port.ts'
import type { Services } from '../../services.ts'
import {
  leaveToAccountant,
  noteBilling,
  type OpenInvoice,
  restLine,
  saveClientRef,
  saveIssued,
  saveRefused,
  saveServiceRef,
  saveVoid,
  takeDue,
  takeTurn,
} from './invoice-store.ts'

/** What is due: at the provider; or by the partner's own accountant, and then nothing is left to do here. */
export async function issueInvoices(services: Services): Promise<void> {
  const { invoicing } = services.providers
  if (invoicing) return writeDue({ ...services, invoicing })
  await leaveToAccountant(services.db)
}

type Writing = Services & { invoicing: Invoicing }

/**
 * Writes the invoices that are due, one after the other, in one process at a time: the provider takes no two writes at
 * once. Rows are the memory: it may be called at any time, any number of times, and no order waits for it.
 */
async function writeDue(services: Writing): Promise<void> {
  const { db, env, log, invoicing } = services
  const turn = await takeTurn(env.DATABASE_URL)
  if (!turn) return
  try {
    for (;;) {
      const invoice = await takeDue(db, invoicing.provider)
      if (!invoice) return
      await issue(services, invoice, turn.check)
    }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    log.warn('invoicing is away', { provider: invoicing.provider, error })
    await restLine(db)
  } finally {
    await turn.end()
  }
}

type Check = () => Promise<void>

async function issue(services: Writing, invoice: OpenInvoice, check: Check): Promise<void> {
  try {
    const clientRef = invoice.clientRef ?? (await saveClient(services, invoice))
    const state = await serviceOf(services, { ...invoice, clientRef })
    await settle(services, invoice, state, check)
  } catch (error) {
    if (!(error instanceof InvoiceRefused)) throw error
    await saveRefused(services.db, invoice.id, error.code)
    // Its code says what to mend, and the id of what was paid where; the provider's words would name the patient.
    services.log.error('invoice refused', { orderId: invoice.reference, error })
  }
}

/** The holder pays, whoever was cared for; nobody writes an invoice to somebody who has left without a person's look. */
async function saveClient({ db, invoicing }: Writing, { id, accountId, billingAddress }: OpenInvoice): Promise<string> {
  const [holder] = await patientsOf(db, accountId)
  if (!holder) throw new InvoiceRefused('HOLDER_LEFT')
  const address = billingAddress ?? (await findAddress(db, holder.id, 'billing')).address ?? undefined
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

/** `isAsked`: the provider has just been asked, and is not asked the same again within a minute. */
type Seen = ServiceState & { isAsked: boolean }

async function serviceOf(services: Writing, invoice: OpenInvoice & { clientRef: string }): Promise<Seen> {
  const { db, config, invoicing } = services
  const { id, reference, clientRef, amount, currency, paidAt, serviceRef } = invoice
  if (serviceRef) {
    const known = await invoicing.fetchPaymentUpdate(reference)
    if (!known) throw new InvoiceRefused('SERVICE_LOST')
    return { ...known, isAsked: true }
  }
  const { day } = localTime(config.timeZone, paidAt)
  const made = await invoicing.createService({ reference, clientRef, amount, currency, day })
  failpoint('invoice.service-created')
  await saveServiceRef(db, id, made.ref)
  // One that was there already was looked up on the way; a new one has just been made by us.
  return { ...made, isAsked: invoice.tries > 1 }
}

/** Billed once: whoever comes back after a silence looks first, and a number may take the city its time. */
async function settle({ db, invoicing }: Writing, { id, reference }: OpenInvoice, seen: Seen, check: Check) {
  if (seen.state === 'cancelled') return saveVoid(db, id)
  if (seen.state === 'issued') return keepNumber(seen.number)
  if (seen.state === 'billed') return
  if (!(await noteBilling(db, id))) return saveVoid(db, id)
  failpoint('invoice.billing-noted')
  await check()
  await invoicing.bill(seen.ref)
  failpoint('invoice.billed')
  const now = seen.isAsked ? undefined : await invoicing.fetchPaymentUpdate(reference)
  if (now?.state === 'issued') await keepNumber(now.number)

  async function keepNumber(number: string | undefined) {
    failpoint('invoice.number-known')
    await saveIssued(db, id, number)
  }
}
