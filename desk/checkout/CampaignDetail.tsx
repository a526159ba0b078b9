import type { CampaignNumbers } from '@cuida/core/checkout/desk-campaign-api.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { money, shortDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { nameOf } from './CampaignRows.tsx'
import { useCampaigns } from './campaign-queries.ts'
import css from './PromoPlace.module.css'

/** What a campaign promises, what it brought, and what it cost. It is written in the content, not here. */
export function CampaignDetail({ id }: { id: string }) {
  const { data } = useCampaigns()
  const campaign = data?.items.find((each) => each.id === id)
  if (!data) return <Skeleton lines={8} />
  if (!campaign) return <EmptyState title={t('desk.campaigns.missing')} />
  const { isRunning } = campaign
  return (
    <>
      <header>
        <StatusChip tone={isRunning ? 'success' : 'neutral'} icon={isRunning ? 'check' : 'info'}>
          {t(`desk.campaigns.state.${isRunning ? 'running' : 'resting'}`)}
        </StatusChip>
        <h2 className={css.name}>{nameOf(campaign)}</h2>
      </header>
      <dl className={css.facts}>
        {factsOf(campaign).map(([name, fact]) => (
          <div key={name}>
            <dt>{t(`desk.campaigns.${name}`)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <p>{t('desk.campaigns.note')}</p>
    </>
  )
}

function factsOf(campaign: CampaignNumbers): [name: string, fact: string | number][] {
  const { referrers, joined, given, used, givenAway, currency, startsAt, endsAt } = campaign
  const off = (percentage: number | null) =>
    percentage === null ? t('desk.campaigns.nothing') : t('desk.promo.off', { percentage })
  return [
    ['referrers', referrers],
    ['joined', joined],
    ['given', given],
    ['used', used],
    ['givenAway', money({ amount: givenAway, currency })],
    ['referee', off(campaign.refereePercentage)],
    ['referrer', off(campaign.referrerPercentage)],
    ['from', startsAt ? shortDay(startsAt) : t('desk.campaigns.always')],
    ['until', endsAt ? shortDay(endsAt) : t('desk.promo.noEnd')],
  ]
}
