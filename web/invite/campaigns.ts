import { listCampaigns, type RunningCampaign } from '@cuida/core/invite/api.ts'
import { api } from '../kit/api.ts'

/** Those whose links are good now, in the partner's order. */
export const runningCampaigns = (): Promise<RunningCampaign[]> => api(listCampaigns, { active: 'true' })
