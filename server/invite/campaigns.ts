import { type Campaign, isRunning } from '@cuida/core/invite/campaign.ts'

interface Contents {
  content: { campaigns(locale: string): Campaign[] }
  now: () => Date
}

export const runningCampaigns = ({ content, now }: Contents, locale: string): Campaign[] =>
  content.campaigns(locale).filter((campaign) => isRunning(campaign, now()))
