import { listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { useLocale } from '@cuida/ui/words/words.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

/** All campaigns and their numbers, in the language of the desk; they change while one looks. */
export function useCampaigns() {
  const language = useLocale()
  return useQuery({
    queryKey: ['campaigns', language],
    queryFn: () => api(listDeskCampaigns, {}),
    refetchInterval: 30_000,
  })
}
