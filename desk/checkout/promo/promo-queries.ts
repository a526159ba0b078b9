import { createPromoCode, disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useDeed, usePages } from '../../kit/reads.ts'

/** All codes, the newest first, a page at a time; uses change while one looks. */
export const usePromoCodes = () => usePages(listPromoCodes, {}, { every: POLL.rarely })

export const useCreateCode = () => useDeed(createPromoCode, { stale: [listPromoCodes] })

/** Refused or not: what is true now is shown. */
export const useDisableCode = (id: string) =>
  useDeed((reason: string) => api(disablePromoCode, { id, reason }), { stale: [listPromoCodes] })
