import {
  getPayment,
  getReceipt,
  listPayments,
  type Payment,
  type PaymentSummary,
} from '@cuida/core/checkout/payment/payment-api.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/content/hints.ts'
import { useAskFamily, useFamily } from '../../kit/family.ts'
import { everyPage, PAGE } from '../../kit/frame/every-page.ts'
import { saveFile } from '../../kit/save-file.ts'

/** Money on its way is looked at again, should a hint be lost. */
const EVERY_MS = 15_000
/** An invoice is begun within two seconds of a payment, and nobody hints at its number. */
const INVOICE_MS = 3_000

/** What was paid for anybody of the family, the newest first. */
export function usePayments() {
  const family = useFamily()
  const askFamily = useAskFamily()
  useHints('payments')
  return useQuery({
    queryKey: ['payments', ...family],
    queryFn: async () => {
      const payments = await askFamily(allOf)
      return payments.sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    },
    enabled: family.length > 0,
  })
}

const allOf = (id: string): Promise<PaymentSummary[]> =>
  everyPage((before) => api(listPayments, { id, pageSize: PAGE, ...before }))

export function usePayment(id: string) {
  useHints('payments')
  return useQuery({
    queryKey: ['payments', 'one', id],
    queryFn: () => api(getPayment, { id }),
    refetchInterval: ({ state }) => (state.data ? moves(state.data) : false),
    enabled: id !== '',
    retry: false,
  })
}

/** How soon to look again; false for what stays as it is. */
function moves({ refundPending, invoice }: Payment): number | false {
  if (invoice?.state === 'preparing') return INVOICE_MS
  return refundPending > 0 ? EVERY_MS : false
}

/** Fetches the receipt and hands it to the person as a file of this name. */
export function useReceipt(id: string, name: string) {
  return useMutation({ mutationFn: async () => saveFile(await api(getReceipt, { id }), name) })
}
