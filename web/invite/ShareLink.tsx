import type { RunningCampaign } from '@cuida/core/invite/api.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CopyButton } from '@cuida/ui/CopyButton/CopyButton.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { failureWords } from '../kit/failure/FailureAlert.tsx'
import { CampaignPicture } from './CampaignPicture.tsx'
import css from './Invite.module.css'
import { useMyLink } from './queries.ts'

/** My link, to copy or to send as people send things: nothing leaves this device before they press. */
export function ShareLink({ campaign }: { campaign: RunningCampaign }) {
  return (
    <Loaded of={useMyLink(campaign.id)} lines={3} failed={failureWords}>
      {(url) => <Ways url={url} campaign={campaign} />}
    </Loaded>
  )
}

function Ways({ url, campaign: { discount, linkImage } }: { url: string; campaign: RunningCampaign }) {
  const { partnerName: partner } = usePartner()
  const text = t('invite.refer.message', { partner, percentage: discount.value })
  return (
    <Section title={t('invite.refer.link')}>
      <div className={css.actions}>
        <CampaignPicture image={linkImage} />
        <p className={css.link} translate="no">
          {url}
        </p>
        <CopyButton link={url} />
        <LinkButton
          href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}
          target="_blank"
          rel="noreferrer"
        >
          {t('invite.refer.whatsapp')}
        </LinkButton>
        {'share' in navigator && (
          <Button icon="upload" onClick={() => void share({ text, url })}>
            {t('invite.refer.share')}
          </Button>
        )}
      </div>
    </Section>
  )
}

/** Closing the phone's own sheet is not an error. */
const share = (data: ShareData): Promise<void> => navigator.share(data).catch(() => {})
