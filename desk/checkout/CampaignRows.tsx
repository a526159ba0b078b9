import type { CampaignNumbers } from '@cuida/core/checkout/desk-campaign-api.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Link } from 'wouter'
import { useCampaigns } from './campaign-queries.ts'
import css from './PromoList.module.css'

/** Friends who bring friends: each campaign with how many came. */
export function CampaignRows({ chosen }: { chosen: string | undefined }) {
  const { data, isError, isPending, isFetching, refetch } = useCampaigns()
  return (
    <>
      {isError && !data && <ErrorState busy={isFetching} onAction={() => void refetch()} />}
      {isPending && <Skeleton lines={3} />}
      {data?.items.length === 0 && <p>{t('desk.campaigns.none')}</p>}
      <ul className={css.codes}>
        {data?.items.map((campaign) => (
          <li key={campaign.id}>
            <Link
              href={`/campaigns/${campaign.id}`}
              className={css.row}
              aria-current={campaign.id === chosen || undefined}
            >
              <span className={css.code}>{nameOf(campaign)}</span>
              <span className={css.facts}>{t('desk.campaigns.came', { count: campaign.joined })}</span>
              {!campaign.isRunning && <span className={css.state}>{t('desk.campaigns.state.resting')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

export const nameOf = ({ name, id }: CampaignNumbers): string => name ?? t('desk.campaigns.gone', { id })
