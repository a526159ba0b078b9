import { listCampaigns, type RunningCampaign } from '@cuida/core/invite/api.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'
import { api } from '../kit/api.ts'

/** The last reply, so that a screen can show a campaign at once without a layout shift. */
let known: { locale: string; all: RunningCampaign[] } | undefined

/** Campaigns whose links are valid now, in the partner's order. */
export async function runningCampaigns(): Promise<RunningCampaign[]> {
  const locale = currentLocale()
  const all = await api(listCampaigns, { active: 'true' })
  known = { locale, all }
  return all
}

export const knownCampaign = (id: string | undefined): RunningCampaign | undefined =>
  known?.locale === currentLocale() ? known.all.find((campaign) => campaign.id === id) : undefined
