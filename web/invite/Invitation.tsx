import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { CampaignPicture } from './CampaignPicture.tsx'
import { knownCampaign, runningCampaigns } from './campaigns.ts'
import css from './Invite.module.css'
import { storedCampaign } from './invitation-store.ts'

/**
 * A referral campaign's offer, with its text and picture. Without a reply nothing is shown; the screen's own text
 * suffices, and the link counts all the same.
 */
export function Invitation({ campaignId = storedCampaign() }: { campaignId?: string | undefined }) {
  const locale = useLocale()
  const [campaign, setCampaign] = useState(() => knownCampaign(campaignId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for in the language that is shown, and again in another
  useEffect(() => {
    let isShown = true
    if (campaignId)
      runningCampaigns().then(
        (all) => isShown && setCampaign(all.find(({ id }) => id === campaignId)),
        () => {},
      )
    return () => {
      isShown = false
    }
  }, [campaignId, locale])
  if (!campaign) return null
  return (
    <div className={css.invitation}>
      <CampaignPicture image={campaign.refereeImage} />
      <p>{campaign.refereeText}</p>
    </div>
  )
}
