import type { RunningCampaign } from '@cuida/core/invite/api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CopyButton } from '@cuida/ui/CopyButton/CopyButton.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Steps } from '@cuida/ui/Timeline/Timeline.tsx'
import { usePartner } from '../kit/content/partner.tsx'
import { failureMessage } from '../kit/failure/FailureAlert.tsx'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { CampaignPicture } from './CampaignPicture.tsx'
import css from './Invite.module.css'
import { useCampaigns, useDiscounts, useMyLink } from './queries.ts'
import { TwoCups } from './TwoCups.tsx'

/** The benefits, the patient's link, and the next steps, for each campaign. */
export function ReferScreen() {
  const campaigns = useCampaigns()
  const [only, ...others] = campaigns.data ?? []
  return (
    <Screen title={t('invite.refer.title')} lead={others.length > 0 ? t('invite.refer.several') : only?.referrerText}>
      <QueryBoundary query={campaigns} lines={6} errorTitle={failureMessage} empty={<NoCampaign />} keepsStale>
        {(campaigns) => <Refer campaigns={campaigns} />}
      </QueryBoundary>
    </Screen>
  )
}

function NoCampaign() {
  const home = <LinkButton href={pathOf('home', {})}>{t('invite.toHome')}</LinkButton>
  return (
    <EmptyState drawing={<TwoCups />} title={t('invite.refer.none')} action={home}>
      {t('invite.refer.noneText')}
    </EmptyState>
  )
}

function Refer({ campaigns }: { campaigns: readonly RunningCampaign[] }) {
  return (
    <div className={css.page}>
      {campaigns.length > 1 && <TwoCups />}
      <MyDiscounts />
      {campaigns.map((campaign) =>
        campaigns.length > 1 ? (
          <Section key={campaign.id} title={campaign.name}>
            <p>{campaign.referrerText}</p>
            <CampaignPicture image={campaign.referrerImage} />
            <Gain campaign={campaign} />
          </Section>
        ) : (
          <div key={campaign.id} className={css.page}>
            {campaign.referrerImage ? <CampaignPicture image={campaign.referrerImage} /> : <TwoCups />}
            <Gain campaign={campaign} />
          </div>
        ),
      )}
      <Section title={t('invite.refer.how')}>
        <Steps label={t('invite.refer.how')} steps={STEPS.map((step) => t(`invite.refer.${step}`))} />
      </Section>
    </div>
  )
}

/** Both benefits, and the link to share. */
function Gain({ campaign }: { campaign: RunningCampaign }) {
  const { discount, referrerDiscount } = campaign
  return (
    <div className={css.page}>
      <List label={t('invite.refer.both')}>
        <ListRow
          icon="user"
          title={t('invite.refer.friendGets')}
          detail={t('invite.refer.friendDiscount', { percentage: discount.value })}
        />
        {referrerDiscount && (
          <ListRow
            icon="star"
            title={t('invite.refer.iGet')}
            detail={t('invite.refer.myDiscount', { percentage: referrerDiscount.value })}
          />
        )}
      </List>
      <ShareLink campaign={campaign} />
    </div>
  )
}

const STEPS = ['step1', 'step2', 'step3'] as const

/** The patient's discounts for the next consultation, if any. */
export function MyDiscounts() {
  const { profile } = useSession()
  const { data: discounts = [] } = useDiscounts(profile?.id)
  const [best] = discounts
  if (!best) return null
  return (
    <Alert tone="success" title={t('invite.discounts', { count: discounts.length, percentage: best.discount.value })} />
  )
}

/** The link, to copy or to share by the phone's share sheet; nothing leaves the device before a press. */
function ShareLink({ campaign }: { campaign: RunningCampaign }) {
  return (
    <QueryBoundary query={useMyLink(campaign.id)} lines={3} errorTitle={failureMessage}>
      {(url) => <Ways url={url} campaign={campaign} />}
    </QueryBoundary>
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
        <CopyButton text={url} />
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

/** Closing the share sheet is not an error. */
const share = (data: ShareData): Promise<void> => navigator.share(data).catch(() => {})
