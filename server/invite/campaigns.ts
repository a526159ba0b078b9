import { type Campaign, isRunning } from '@cuida/core/invite/campaign.ts'

interface Contents {
  content: { campaigns(locale: string): Promise<Campaign[]> }
  now: () => Date
}

/** The campaigns whose links are good now. */
export async function runningCampaigns({ content, now }: Contents, locale: string): Promise<Campaign[]> {
  return (await content.campaigns(locale)).filter((campaign) => isRunning(campaign, now()))
}
