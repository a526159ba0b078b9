import {
  getPayment,
  getReceipt,
  listPayments,
  type Payment,
  type PaymentSummary,
} from '@cuida/core/checkout/payment/payment-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { useFamilyQuery } from '../../kit/family.ts'
import { LARGEST_PAGE_SIZE, loadAllPages } from '../../kit/frame/load-all-pages.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import { saveFile } from '../../kit/save-file.ts'

const PAYMENTS = [listPayments, getPayment]

/** Payments for the whole family, the newest first. */
export function usePayments() {
  useChangeEvents(PAYMENTS)
  return useFamilyQuery(listPayments, {}, allOf, { select: newestFirst })
}

const allOf = (id: string): Promise<PaymentSummary[]> =>
  loadAllPages((after) => api(listPayments, { id, pageSize: LARGEST_PAGE_SIZE, ...after }))

const newestFirst = (payments: readonly PaymentSummary[]) =>
  [...payments].sort((a, b) => b.createdAt.localeCompare(a.createdAt))

export function usePayment(id: string) {
  useChangeEvents(PAYMENTS)
  const every = ({ state }: { state: { data?: Payment | undefined } }) => (state.data ? moves(state.data) : false)
  return useQuery(getPayment, { id }, { every, enabled: id !== '', retry: false })
}

/**
 * Poll interval: an invoice starts within two seconds of a payment, and no change event announces its number. False
 * when nothing is pending.
 */
function moves({ refundPending, invoice }: Payment): number | false {
  if (invoice?.state === 'preparing') return POLL.every3s
  return refundPending > 0 ? POLL.every15s : false
}

/** Downloads the receipt under this file name. */
export const useReceipt = (id: string, name: string) =>
  useMutation(async () => saveFile(await api(getReceipt, { id }), name))
