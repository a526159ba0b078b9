import type { CampaignNumbers } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { PageRow, PageRows } from '../../kit/page/PageList.tsx'
import { useCampaigns } from './promo-queries.ts'

/** Referral campaigns with the number of friends who joined. */
export function CampaignRows({ selectedId }: { selectedId: string | undefined }) {
  return (
    <QueryBoundary query={useCampaigns()} lines={3} empty={<p>{t('desk.campaigns.none')}</p>}>
      {({ items }) => (
        <PageRows>
          {items.map((campaign) => (
            <PageRow
              key={campaign.id}
              href={`/campaigns/${campaign.id}`}
              isChosen={campaign.id === selectedId}
              name={nameOf(campaign)}
              facts={t('desk.campaigns.came', { count: campaign.joined })}
              mark={campaign.isRunning ? undefined : t('desk.campaigns.state.resting')}
            />
          ))}
        </PageRows>
      )}
    </QueryBoundary>
  )
}

export const nameOf = ({ name, id }: CampaignNumbers): string => name ?? t('desk.campaigns.gone', { id })
