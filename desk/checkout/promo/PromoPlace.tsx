import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { PlaceDetail, PlaceEmpty } from '../../kit/place/Place.tsx'
import { CampaignDetail } from './CampaignDetail.tsx'
import { PromoDetail } from './PromoDetail.tsx'
import { PromoForm } from './PromoForm.tsx'
import type { GiftList } from './PromoList.tsx'
import { usePromoCodes } from './promo-queries.ts'

/** Beside the list: the code or the campaign that the address names, or a code that is being made. */
export function PromoPlace({ list, chosen }: { list: GiftList; chosen: string | undefined }) {
  const { data } = usePromoCodes()
  const offered = data?.first?.offered
  const code = data?.items.find(({ id }) => id === chosen)
  const place = list === 'campaigns' ? 'campaigns' : 'promo'
  if (!chosen) return <PlaceEmpty title={t(`desk.${place}.choose`)}>{t(`desk.${place}.chooseText`)}</PlaceEmpty>
  if (list === 'campaigns')
    return (
      <PlaceDetail title={t('desk.campaigns.title')} back={{ to: '/campaigns', label: t('desk.campaigns.back') }}>
        <CampaignDetail key={chosen} id={chosen} />
      </PlaceDetail>
    )
  return (
    <PlaceDetail title={t('desk.promo.title')} back={{ to: '/promo-codes', label: t('desk.promo.back') }}>
      {!offered ? (
        <Skeleton lines={8} />
      ) : chosen === 'new' ? (
        <PromoForm offered={offered} />
      ) : code ? (
        <PromoDetail key={code.id} code={code} offered={offered} />
      ) : (
        <EmptyState title={t('desk.error.PROMO_CODE_NOT_FOUND')} />
      )}
    </PlaceDetail>
  )
}
