import {
  getPayment,
  getReceipt,
  listPayments,
  type Payment,
  type PaymentSummary,
} from '@cuida/core/checkout/payment/payment-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/content/hints.ts'
import { useFamilyRead } from '../../kit/family.ts'
import { everyPage, PAGE } from '../../kit/frame/every-page.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useRead } from '../../kit/reads.ts'
import { saveFile } from '../../kit/save-file.ts'

const PAYMENTS = [listPayments, getPayment]

/** What was paid for anybody of the family, the newest first. */
export function usePayments() {
  useHints(PAYMENTS)
  return useFamilyRead(listPayments, {}, allOf, { select: newestFirst })
}

const allOf = (id: string): Promise<PaymentSummary[]> =>
  everyPage((before) => api(listPayments, { id, pageSize: PAGE, ...before }))

const newestFirst = (payments: readonly PaymentSummary[]) =>
  [...payments].sort((a, b) => b.createdAt.localeCompare(a.createdAt))

export function usePayment(id: string) {
  useHints(PAYMENTS)
  const every = ({ state }: { state: { data?: Payment | undefined } }) => (state.data ? moves(state.data) : false)
  return useRead(getPayment, { id }, { every, enabled: id !== '', retry: false })
}

/** How soon to look again: an invoice is begun within two seconds of a payment, and nobody hints at its number; false for what stays as it is. */
function moves({ refundPending, invoice }: Payment): number | false {
  if (invoice?.state === 'preparing') return POLL.shortly
  return refundPending > 0 ? POLL.seldom : false
}

/** Fetches the receipt and hands it to the person as a file of this name. */
export const useReceipt = (id: string, name: string) =>
  useMutation(async () => saveFile(await api(getReceipt, { id }), name))
