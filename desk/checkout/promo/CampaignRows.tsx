import type { CampaignNumbers } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { PlaceRow, PlaceRows } from '../../kit/place/Place.tsx'
import { useCampaigns } from './campaign-queries.ts'

/** Friends who bring friends: each campaign with how many came. */
export function CampaignRows({ chosen }: { chosen: string | undefined }) {
  const { data, isError, isPending, isFetching, refetch, error } = useCampaigns()
  return (
    <>
      {isError && !data && <ErrorState failure={error} busy={isFetching} onAction={() => void refetch()} />}
      {isPending && <Skeleton lines={3} />}
      {data?.items.length === 0 && <p>{t('desk.campaigns.none')}</p>}
      <PlaceRows>
        {data?.items.map((campaign) => (
          <PlaceRow
            key={campaign.id}
            href={`/campaigns/${campaign.id}`}
            isChosen={campaign.id === chosen}
            name={nameOf(campaign)}
            facts={t('desk.campaigns.came', { count: campaign.joined })}
            mark={campaign.isRunning ? undefined : t('desk.campaigns.state.resting')}
          />
        ))}
      </PlaceRows>
    </>
  )
}

export const nameOf = ({ name, id }: CampaignNumbers): string => name ?? t('desk.campaigns.gone', { id })
