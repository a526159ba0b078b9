import { type Account, present } from './account.ts'
import { MercadoPagoError, wirePayment } from './wire.ts'

const MOST = 100

/** `GET /v1/payments/search`: by our reference, or by when a payment was created. The oldest first unless asked. */
export function searchPayments(account: Account, query: Record<string, string | undefined>) {
  const { payments, world } = account
  const { external_reference, range, begin_date, end_date, criteria = 'asc' } = query
  const limit = Math.min(Number(query.limit ?? 30), MOST)
  const offset = Number(query.offset ?? 0)
  const from = range === 'date_created' ? momentOf(begin_date, world.now()) : undefined
  const until = range === 'date_created' ? momentOf(end_date, world.now()) : undefined
  const all = external_reference === undefined ? payments.list() : payments.having(external_reference)
  const found = all
    .filter(({ createdAt }) => !from || createdAt >= from)
    .filter(({ createdAt }) => !until || createdAt <= until)
    .sort((a, b) => (criteria === 'asc' ? 1 : -1) * (a.createdAt.localeCompare(b.createdAt) || a.id - b.id))
  return {
    paging: { total: found.length, limit, offset },
    results: found.slice(offset, offset + limit).map((kept) => wirePayment(present(account, kept), world.publicUrl)),
  }
}

/** A moment, or the word NOW. */
function momentOf(text: string | undefined, now: Date): string {
  const moment = text === 'NOW' ? now : new Date(text ?? '')
  if (Number.isNaN(moment.getTime())) throw new MercadoPagoError(400, 'Invalid date')
  return moment.toISOString()
}
