import { listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { createPromoCode, disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { api } from '../../kit/api.ts'
import { useMutation, usePages, useQuery } from '../../kit/queries.ts'

/** All codes, the newest first, a page at a time; uses change while one looks. */
export const usePromoCodes = () => usePages(listPromoCodes, {}, { every: POLL.every30s })

export const useCreateCode = () => useMutation(createPromoCode, { stale: [listPromoCodes] })

/** Refused or not: what is true now is shown. */
export const useDisableCode = (id: string) =>
  useMutation((reason: string) => api(disablePromoCode, { id, reason }), { stale: [listPromoCodes] })

/** All campaigns and their numbers, in the language of the desk; they change while one looks. */
export const useCampaigns = () => useQuery(listDeskCampaigns, {}, { per: useLocale(), every: POLL.every30s })
