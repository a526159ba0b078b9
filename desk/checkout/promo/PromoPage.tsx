import type { CampaignNumbers } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { formatClinicDate } from '../../kit/clinic-time.ts'
import { DetailHeader, type Fact, Facts, Numbers } from '../../kit/page/Detail.tsx'
import { PageDetail, PageEmpty } from '../../kit/page/PageList.tsx'
import { nameOf } from './CampaignRows.tsx'
import { PromoDetail } from './PromoDetail.tsx'
import { PromoForm } from './PromoForm.tsx'
import type { GiftList } from './PromoList.tsx'
import css from './PromoPage.module.css'
import { useCampaigns, usePromoCodes } from './promo-queries.ts'

/** Beside the list: the code or campaign that the address names, or a new code. */
export function PromoPage({ list, selectedId }: { list: GiftList; selectedId: string | undefined }) {
  const { data } = usePromoCodes()
  const products = data?.first?.offered
  const code = data?.items.find(({ id }) => id === selectedId)
  const page = list === 'campaigns' ? 'campaigns' : 'promo'
  if (!selectedId) return <PageEmpty title={t(`desk.${page}.choose`)}>{t(`desk.${page}.chooseText`)}</PageEmpty>
  if (list === 'campaigns')
    return (
      <PageDetail title={t('desk.campaigns.title')} back={{ to: '/campaigns', label: t('desk.campaigns.back') }}>
        <CampaignDetail key={selectedId} id={selectedId} />
      </PageDetail>
    )
  return (
    <PageDetail title={t('desk.promo.title')} back={{ to: '/promo-codes', label: t('desk.promo.back') }}>
      {!products ? (
        <Skeleton lines={8} />
      ) : selectedId === 'new' ? (
        <PromoForm products={products} />
      ) : code ? (
        <PromoDetail key={code.id} code={code} products={products} />
      ) : (
        <EmptyState title={t('desk.error.PROMO_CODE_NOT_FOUND')} />
      )}
    </PageDetail>
  )
}

/** A referral campaign's terms, results and cost. Its terms are edited in the content, not here. */
function CampaignDetail({ id }: { id: string }) {
  const { data } = useCampaigns()
  const campaign = data?.items.find((each) => each.id === id)
  if (!data) return <Skeleton lines={8} />
  if (!campaign) return <EmptyState title={t('desk.campaigns.missing')} />
  return (
    <>
      <DetailHeader chip={chipOf(campaign)} title={nameOf(campaign)} />
      <Numbers of={numbersOf(campaign)} term={termOf} />
      {campaign.name !== null && (
        <Section title={t('desk.campaigns.promises')}>
          <Facts close of={promisesOf(campaign)} term={termOf} />
        </Section>
      )}
      <p className={css.note}>{t('desk.campaigns.note')}</p>
    </>
  )
}

const chipOf = ({ isRunning }: CampaignNumbers) =>
  isRunning
    ? ({ text: t('desk.campaigns.state.running'), tone: 'success', icon: 'check' } as const)
    : ({ text: t('desk.campaigns.state.resting'), tone: 'neutral', icon: 'info' } as const)

const termOf = (name: string): string => t(`desk.campaigns.${name}`)

/** The campaign's results, from the first referral to the cost. */
const numbersOf = ({ referrers, joined, given, used, givenAway, currency }: CampaignNumbers): Fact[] => [
  ['referrers', referrers],
  ['joined', joined],
  ['given', given],
  ['used', used],
  ['givenAway', formatMoney({ amount: givenAway, currency })],
]

/** The terms are unknown for a campaign that the content no longer has. */
function promisesOf({ refereePercentage, referrerPercentage, startsAt, endsAt }: CampaignNumbers): Fact[] {
  const off = (percentage: number | null) =>
    percentage === null ? t('desk.campaigns.nothing') : t('desk.promo.off', { percentage })
  return [
    ['referee', off(refereePercentage)],
    ['referrer', off(referrerPercentage)],
    ['from', startsAt ? formatClinicDate(startsAt) : t('desk.campaigns.always')],
    ['until', endsAt ? formatClinicDate(endsAt) : t('desk.promo.noEnd')],
  ]
}
