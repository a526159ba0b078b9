import { listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { createPromoCode, disablePromoCode, listPromoCodes } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { api } from '../../kit/api.ts'
import { useMutation, usePages, useQuery } from '../../kit/queries.ts'

/** Promo codes, newest first, paginated; polled, as the number of uses changes. */
export const usePromoCodes = () => usePages(listPromoCodes, {}, { every: POLL.every30s })

export const useCreateCode = () => useMutation(createPromoCode, { stale: [listPromoCodes] })

/** Refetches after success and after a refusal. */
export const useDisableCode = (id: string) =>
  useMutation((reason: string) => api(disablePromoCode, { id, reason }), { stale: [listPromoCodes] })

/** Campaigns and their numbers in the desk's language; polled, as the numbers change. */
export const useCampaigns = () => useQuery(listDeskCampaigns, {}, { per: useLocale(), every: POLL.every30s })
